// fit_stances FILE...: the weights of traits, fitted on labelled replies, for stance_weights.txt.
// fit_stances --each FILE...: how well each file is read by weights fitted on the others.
//
// A linear model of the stances (multinomial logistic regression, Adagrad, a little ridge). The
// same files give the same weights.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <map>
#include <numeric>
#include <random>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "judge/labelled_replies.h"
#include "judge/reader_score.h"
#include "judge/traits.h"

namespace redcode::judge {
namespace {

constexpr double rate = 0.15;
constexpr double last_rate = 0.005;
constexpr double ridge = 0.1;
constexpr double strength = 0.25;  // of one trait
constexpr int rounds = 20;
constexpr int seen_at_least = 3;
constexpr double worth_keeping = 0.05;

using Chances = std::array<double, stance_count>;

struct Example {
  std::string id;
  std::size_t file = 0;
  std::size_t kind = 0;
  std::vector<std::string> traits;
  std::vector<std::size_t> known;  // those of the traits that are weighed
};

struct Model {
  std::map<std::string, std::size_t> place;
  std::vector<Chances> weights;
  Chances bias{};
};

std::vector<std::string> traits_of(const record::Transcript& transcript) {
  std::set<std::string> traits;
  visit_traits(account_of(transcript), [&traits](const Trait& trait) {
    traits.insert(fmt::format("{}:{}", static_cast<char>(trait.place), trait.text));
  });
  return {traits.begin(), traits.end()};
}

std::vector<Example> load(std::span<const std::string> files) {
  std::vector<Example> examples;
  for (std::size_t i = 0; i < files.size(); ++i) {
    std::ifstream in(files[i]);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    const auto replies = read_labelled_replies(text, files[i]);
    if (!replies) throw std::runtime_error(replies.error().text());
    for (const LabelledReply& reply : *replies) {
      examples.push_back({.id = reply.id,
                          .file = i,
                          .kind = static_cast<std::size_t>(reply.kind),
                          .traits = traits_of(reply.transcript)});
    }
  }
  return examples;
}

Chances chances(const Model& model, const Example& example) {
  Chances scores = model.bias;
  for (const std::size_t trait : example.known) {
    for (std::size_t c = 0; c < stance_count; ++c)
      scores.at(c) += strength * model.weights[trait].at(c);
  }
  const double highest = *std::ranges::max_element(scores);
  double sum = 0;
  for (double& score : scores) sum += score = std::exp(score - highest);
  for (double& score : scores) score /= sum;
  return scores;
}

void know(const Model& model, Example& example) {
  example.known.clear();
  for (const std::string& trait : example.traits) {
    const auto found = model.place.find(trait);
    if (found != model.place.end()) example.known.push_back(found->second);
  }
}

// Chances add up to nothing, and those that hardly matter are none.
void keep_telling(Chances& weights) {
  const double mean = std::accumulate(weights.begin(), weights.end(), 0.0) / stance_count;
  for (double& weight : weights) weight -= mean;
  const double most = std::abs(std::ranges::max(weights, {}, [](double w) { return std::abs(w); }));
  if (strength * most < worth_keeping) weights.fill(0);
}

class Fitter {
 public:
  explicit Fitter(std::vector<Example> examples) : examples_(std::move(examples)) {
    std::map<std::string, int> seen;
    for (const Example& example : examples_)
      for (const std::string& trait : example.traits) ++seen[trait];
    for (const auto& [trait, count] : seen) {
      if (count < seen_at_least) continue;
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
      const double now = rate * (1 - static_cast<double>(round) / rounds) + last_rate;
      for (const Example& example : examples_) learn(example, now);
    }
    for (Chances& weights : model_.weights) keep_telling(weights);
    return std::move(model_);
  }

 private:
  void learn(const Example& example, double now) {
    Chances error = chances(model_, example);
    error.at(example.kind) -= 1;
    for (std::size_t c = 0; c < stance_count; ++c) {
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

void print_each(std::span<const std::string> files) {
  std::vector<Example> all = load(files);
  Split total;
  Share kinds;
  for (std::size_t i = 0; i < files.size(); ++i) {
    std::vector<Example> others;
    std::ranges::copy_if(all, std::back_inserter(others),
                         [i](const Example& example) { return example.file != i; });
    const Model model = Fitter(std::move(others)).fit();
    Split split;
    for (Example& example : all) {
      if (example.file != i) continue;
      know(model, example);
      const Chances found = chances(model, example);
      const auto read = static_cast<std::size_t>(std::ranges::max_element(found) - found.begin());
      split.count(example.kind == 0, read == 0);
      total.count(example.kind == 0, read == 0);
      kinds.count(read == example.kind);
      if ((example.kind == 0) != (read == 0))
        fmt::print(stderr, "{} {} {} {:.2f}\n", example.id, example.kind, read, found[0]);
    }
    fmt::print("{}: {:.1f} % of {}\n", files[i], 100 * split.all().value(), split.all().of);
  }
  fmt::print("all: {:.1f} %, declines found {:.1f} %, others left alone {:.1f} %, kind {:.1f} %\n",
             100 * total.all().value(), 100 * total.declines.value(), 100 * total.others.value(),
             100 * kinds.value());
}

void print_line(const std::string& trait, const Chances& weights, double scale) {
  if (weights == Chances{}) return;
  fmt::print("{}", trait);
  for (std::size_t c = 0; c < stance_count; ++c)
    fmt::print("{}{}", c == 0 ? '\t' : ' ', std::lround(1000 * scale * weights.at(c)));
  fmt::print("\n");
}

void print_weights(std::span<const std::string> files) {
  const Model model = Fitter(load(files)).fit();
  print_line("s:", model.bias, 1);
  for (const auto& [trait, place] : model.place) print_line(trait, model.weights[place], strength);
}

}  // namespace
}  // namespace redcode::judge

int main(int count, char** arguments) {
  std::vector<std::string> files(arguments + 1, arguments + count);
  const bool each = !files.empty() && files.front() == "--each";
  if (each) files.erase(files.begin());
  if (each) {
    redcode::judge::print_each(files);
  } else {
    redcode::judge::print_weights(files);
  }
}
