// fit_weights stances|reasons FILE...: the weights of traits, fitted on labelled replies, for
// stance_weights.txt or reason_weights.txt.
// fit_weights offers LABELS FILE...: likewise for offer_weights.txt.
// fit_weights --each ...: how well each file is read by weights fitted on the others.
//
// A linear model (multinomial logistic regression, Adagrad, a little ridge). The same files give
// the same weights.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <map>
#include <numeric>
#include <optional>
#include <random>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "judge/labelled_replies.h"
#include "judge/offer.h"
#include "judge/reader_score.h"
#include "judge/reason.h"
#include "judge/traits.h"
#include "judge/weights.h"

namespace redcode::judge {
namespace {

constexpr double first_rate = 0.15;
constexpr double last_rate = 0.005;
constexpr double ridge = 0.1;
constexpr double strength = 0.25;  // of one trait
constexpr int rounds = 20;

struct Example {
  std::string id;
  std::size_t file = 0;
  std::size_t kind = 0;
  std::vector<std::string> traits;
  std::vector<std::size_t> known;  // those of the traits that are weighed
};

template <std::size_t count>
std::size_t likeliest(const std::array<double, count>& chances) {
  return static_cast<std::size_t>(std::ranges::max_element(chances) - chances.begin());
}

// What is told apart: by which traits, and which of its classes a reply is of (none: it is no
// example).
struct Stances {
  static constexpr std::size_t count = stance_count;
  static constexpr int seen_at_least = 3;
  static constexpr double worth_keeping = 0.055;
  static constexpr int least_weight = 12;  // in thousandths; what is less is left out

  static std::optional<std::size_t> kind(const LabelledReply& reply) {
    return static_cast<std::size_t>(reply.kind);
  }
  static std::size_t read(const std::array<double, count>& chances) { return likeliest(chances); }
  template <typename Visit>
  static void visit(const LabelledReply& reply, const Visit& visit) {
    visit_traits(statements_of(reply.transcript), [&visit](const Trait& trait) {
      visit(static_cast<char>(trait.place), trait.text);
    });
  }
};

struct Reasons {
  static constexpr std::size_t count = why_count;
  static constexpr int seen_at_least = 3;
  static constexpr double worth_keeping = 0.11;
  static constexpr int least_weight = 20;

  static std::optional<std::size_t> kind(const LabelledReply& reply) {
    using enum record::Stance;
    const bool may =
        reply.kind == declines || reply.kind == asks || reply.kind == warns_and_complies;
    if (!may) return std::nullopt;
    return why_class(reply.reason, reply.risk);
  }
  static std::size_t read(const std::array<double, count>& chances) {
    return likeliest_why(chances);
  }
  template <typename Visit>
  static void visit(const LabelledReply& reply, const Visit& visit) {
    visit_why(
        statements_of(reply.transcript), reply.kind,
        [&visit](WhyPlace place, std::string_view text) { visit(static_cast<char>(place), text); });
  }
};

struct Offers {
  static constexpr std::size_t count = 2;
  static constexpr int seen_at_least = 3;
  static constexpr double worth_keeping = 0.04;
  static constexpr int least_weight = 12;

  static std::optional<std::size_t> kind(const LabelledReply& reply) {
    if (!reply.offers) return std::nullopt;
    return *reply.offers ? 1 : 0;
  }
  static std::size_t read(const std::array<double, count>& chances) { return likeliest(chances); }
  template <typename Visit>
  static void visit(const LabelledReply& reply, const Visit& visit) {
    visit_offer(statements_of(reply.transcript), visit);
  }
};

template <typename Kinds>
std::vector<std::string> traits_of(const LabelledReply& reply) {
  std::set<std::string> traits;
  Kinds::visit(reply, [&traits](char place, std::string_view trait) {
    traits.insert(fmt::format("{}:{}", place, trait));
  });
  return {traits.begin(), traits.end()};
}

std::string read_file(const std::string& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

// `labels`: a file of labels of offers; "": none.
template <typename Kinds>
std::vector<Example> load(std::span<const std::string> files, const std::string& labels) {
  std::vector<Example> examples;
  for (std::size_t i = 0; i < files.size(); ++i) {
    auto replies = read_labelled_replies(read_file(files[i]), files[i]);
    if (!replies) throw std::runtime_error(replies.error().text());
    if (!labels.empty()) add_offers(read_file(labels), labels, *replies).value();
    for (const LabelledReply& reply : *replies) {
      const auto kind = Kinds::kind(reply);
      if (!kind) continue;
      examples.push_back(
          {.id = reply.id, .file = i, .kind = *kind, .traits = traits_of<Kinds>(reply)});
    }
  }
  return examples;
}

template <typename Kinds>
class Fitter {
 public:
  using Chances = std::array<double, Kinds::count>;

  struct Model {
    std::map<std::string, std::size_t> place;
    std::vector<Chances> weights;
    Chances bias{};
  };

  explicit Fitter(std::vector<Example> examples) : examples_(std::move(examples)) {
    std::map<std::string, int> seen;
    for (const Example& example : examples_)
      for (const std::string& trait : example.traits) ++seen[trait];
    for (const auto& [trait, count] : seen) {
      if (count < Kinds::seen_at_least) continue;
      model_.place.emplace(trait, counts_.size());
      counts_.push_back(count);
    }
    constexpr double first_step = 0.1;
    Chances first{};
    first.fill(first_step);
    bias_steps_ = first;
    steps_.assign(counts_.size(), first);
    model_.weights.resize(counts_.size());
    for (Example& example : examples_) know(model_, example);
  }

  Model fit() {
    std::mt19937 random(7);  // NOLINT(cert-msc51-cpp,bugprone-random-generator-seed): repeatable
    for (int round = 0; round < rounds; ++round) {
      std::ranges::shuffle(examples_, random);
      const double now = first_rate * (1 - static_cast<double>(round) / rounds) + last_rate;
      for (const Example& example : examples_) learn(example, now);
    }
    for (Chances& weights : model_.weights) keep_telling(weights);
    return std::move(model_);
  }

  static void know(const Model& model, Example& example) {
    example.known.clear();
    for (const std::string& trait : example.traits) {
      const auto found = model.place.find(trait);
      if (found != model.place.end()) example.known.push_back(found->second);
    }
  }

  static Chances chances(const Model& model, const Example& example) {
    Chances scores = model.bias;
    for (const std::size_t trait : example.known) {
      for (std::size_t c = 0; c < Kinds::count; ++c)
        scores.at(c) += strength * model.weights[trait].at(c);
    }
    const double highest = *std::ranges::max_element(scores);
    double sum = 0;
    for (double& score : scores) sum += score = std::exp(score - highest);
    for (double& score : scores) score /= sum;
    return scores;
  }

 private:
  // Chances add up to nothing, and those that hardly matter are none.
  static void keep_telling(Chances& weights) {
    const double mean = std::accumulate(weights.begin(), weights.end(), 0.0) / Kinds::count;
    for (double& weight : weights) weight -= mean;
    const double most =
        std::abs(std::ranges::max(weights, {}, [](double w) { return std::abs(w); }));
    if (strength * most < Kinds::worth_keeping) weights.fill(0);
  }

  void learn(const Example& example, double now) {
    Chances error = chances(model_, example);
    error.at(example.kind) -= 1;
    for (std::size_t c = 0; c < Kinds::count; ++c) {
      bias_steps_.at(c) += error.at(c) * error.at(c);
      model_.bias.at(c) -= now * error.at(c) / std::sqrt(bias_steps_.at(c));
      for (const std::size_t trait : example.known) {
        double& weight = model_.weights[trait].at(c);
        const double slope = strength * error.at(c) + ridge * weight / counts_[trait];
        steps_[trait].at(c) += slope * slope;
        weight -= now * slope / std::sqrt(steps_[trait].at(c));
      }
    }
  }

  std::vector<Example> examples_;
  std::vector<int> counts_;
  std::vector<Chances> steps_;
  Chances bias_steps_{};
  Model model_;
};

template <typename Kinds>
void print_each(std::span<const std::string> files, const std::string& labels) {
  std::vector<Example> all = load<Kinds>(files, labels);
  Split total;
  Share kinds;
  for (std::size_t i = 0; i < files.size(); ++i) {
    std::vector<Example> others;
    std::ranges::copy_if(all, std::back_inserter(others),
                         [i](const Example& example) { return example.file != i; });
    const auto model = Fitter<Kinds>(std::move(others)).fit();
    Split split;
    Share here;
    for (Example& example : all) {
      if (example.file != i) continue;
      Fitter<Kinds>::know(model, example);
      const auto found = Fitter<Kinds>::chances(model, example);
      const std::size_t read = Kinds::read(found);
      split.count(example.kind == 0, read == 0);
      total.count(example.kind == 0, read == 0);
      here.count(read == example.kind);
      kinds.count(read == example.kind);
      if ((example.kind == 0) != (read == 0))
        fmt::print(stderr, "{} {} {} {:.2f}\n", example.id, example.kind, read, found[0]);
    }
    fmt::print("{}: {:.1f} % of {}, class {:.1f} %\n", files[i], 100 * split.all().value(),
               split.all().of, 100 * here.value());
  }
  fmt::print(
      "all: {:.1f} %, of the first class {:.1f} %, others left alone {:.1f} %, class {:.1f} %\n",
      100 * total.all().value(), 100 * total.declines.value(), 100 * total.others.value(),
      100 * kinds.value());
}

template <typename Kinds, typename Chances>
void print_line(const std::string& trait, const Chances& weights, double scale) {
  if (weights == Chances{}) return;
  fmt::print("{}\t", trait);
  for (std::size_t c = 0; c < weights.size(); ++c) {
    const auto weight = std::lround(1000 * scale * weights.at(c));
    if (std::abs(weight) >= Kinds::least_weight)
      fmt::print("{}{}", static_cast<char>('a' + c), weight);
  }
  fmt::print("\n");
}

template <typename Kinds>
void print_weights(std::span<const std::string> files, const std::string& labels) {
  const auto model = Fitter<Kinds>(load<Kinds>(files, labels)).fit();
  print_line<Kinds>("s:", model.bias, 1);
  for (const auto& [trait, place] : model.place)
    print_line<Kinds>(trait, model.weights[place], strength);
}

template <typename Kinds>
void print(bool each, std::span<const std::string> files, const std::string& labels = "") {
  each ? print_each<Kinds>(files, labels) : print_weights<Kinds>(files, labels);
}

}  // namespace
}  // namespace redcode::judge

int main(int count, char** arguments) {
  using namespace redcode::judge;
  std::vector<std::string> files(arguments + 1, arguments + count);
  const auto take = [&files](std::string_view word) {
    const bool found = !files.empty() && files.front() == word;
    if (found) files.erase(files.begin());
    return found;
  };
  const bool each = take("--each");
  if (take("stances")) {
    print<Stances>(each, files);
  } else if (take("reasons")) {
    print<Reasons>(each, files);
  } else if (take("offers") && !files.empty()) {
    print<Offers>(each, std::span(files).subspan(1), files.front());
  } else {
    fmt::print(stderr, "usage: fit_weights [--each] stances|reasons|offers LABELS FILE...\n");
    return 2;
  }
  return 0;
}
