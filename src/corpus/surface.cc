#include "corpus/surface.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "base/fences.h"
#include "base/text.h"

namespace redcode::corpus {
namespace {

constexpr std::size_t seen_at_least = 2;

std::string without_code(std::string_view text) {
  std::string kept;
  std::size_t end = 0;
  for (const Fence& fence : read_fences(text)) {
    kept += text.substr(end, fence.begin - end);
    end = fence.end;
  }
  return kept += text.substr(end);
}

bool belongs_to_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '\'' ||
         (static_cast<unsigned char>(c) & 0x80U) != 0;
}

std::vector<std::string> words_in(std::string_view text) {
  const std::string plain = lower(without_code(text));
  std::vector<std::string> words;
  std::string word;
  for (const char c : plain) {
    if (belongs_to_word(c)) {
      word += c;
    } else if (!word.empty()) {
      words.push_back(std::exchange(word, {}));
    }
  }
  if (!word.empty()) words.push_back(std::move(word));
  return words;
}

using Features = std::vector<std::size_t>;  // each once

// How many requests of each kind have a feature: benign, risky.
using Kinds = std::array<std::size_t, 2>;

// All requests as numbers.
struct Numbered {
  std::vector<Features> features;
  std::vector<std::size_t> words;          // how many each has
  std::vector<std::size_t> groups;         // the group of each
  std::vector<std::vector<Kinds>> counts;  // by group and feature
  std::vector<Kinds> sizes;                // by group
  std::size_t most = 0;                    // features
};

Numbered number(std::span<const Request> requests) {
  Numbered all;
  std::unordered_map<std::string, std::size_t> names;
  std::map<std::string, std::size_t> groups;
  for (const Request& request : requests) {
    const std::vector<std::string> words = words_in(request.text);
    std::set<std::size_t> features;
    for (std::size_t i = 0; i < words.size(); ++i) {
      features.insert(names.emplace(words[i], names.size()).first->second);
      if (i == 0) continue;
      features.insert(names.emplace(words[i - 1] + ' ' + words[i], names.size()).first->second);
    }
    all.features.emplace_back(features.begin(), features.end());
    all.words.push_back(words.size());
    all.groups.push_back(groups.emplace(request.group, groups.size()).first->second);
  }
  all.most = names.size();
  all.counts.assign(groups.size(), std::vector<Kinds>(names.size()));
  all.sizes.assign(groups.size(), {});
  for (std::size_t i = 0; i < requests.size(); ++i) {
    const std::size_t kind = requests[i].risky ? 1 : 0;
    ++all.sizes[all.groups[i]].at(kind);
    for (const std::size_t feature : all.features[i]) ++all.counts[all.groups[i]][feature].at(kind);
  }
  return all;
}

Kinds sum(const std::vector<Kinds>& parts) {
  Kinds total{};
  for (const Kinds& part : parts) {
    for (std::size_t kind = 0; kind < total.size(); ++kind) total.at(kind) += part.at(kind);
  }
  return total;
}

// By feature, how much it speaks for risky: the log of how much oftener it is in risky requests of
// all groups but `group`.
std::vector<double> odds_without(const Numbered& all, std::size_t group) {
  constexpr double smooth = 0.5;
  Kinds size = sum(all.sizes);
  for (std::size_t kind = 0; kind < size.size(); ++kind) size.at(kind) -= all.sizes[group].at(kind);
  std::vector<double> odds(all.most);
  for (std::size_t feature = 0; feature < all.most; ++feature) {
    Kinds seen{};
    for (std::size_t other = 0; other < all.counts.size(); ++other) {
      if (other == group) continue;
      seen[0] += all.counts[other][feature][0];
      seen[1] += all.counts[other][feature][1];
    }
    if (seen[0] + seen[1] < seen_at_least) continue;
    const auto rate = [&](std::size_t kind) {
      return (static_cast<double>(seen.at(kind)) + smooth) /
             (static_cast<double>(size.at(kind)) + 2 * smooth);
    };
    odds[feature] = std::log(rate(1) / rate(0));
  }
  return odds;
}

std::vector<double> scores_of(const Numbered& all) {
  std::vector<double> scores(all.features.size());
  for (std::size_t group = 0; group < all.sizes.size(); ++group) {
    const std::vector<double> odds = odds_without(all, group);
    for (std::size_t i = 0; i < scores.size(); ++i) {
      if (all.groups[i] != group) continue;
      for (const std::size_t feature : all.features[i]) scores[i] += odds[feature];
    }
  }
  return scores;
}

// A score and whether it is a risky request's.
using Scored = std::vector<std::pair<double, bool>>;

// By ranks; equal scores count half.
double auc_of(Scored scored) {
  std::ranges::sort(scored);
  double above = 0;   // pairs in which the risky one is higher
  double benign = 0;  // below here
  std::array<double, 2> count{};
  for (std::size_t i = 0; i < scored.size();) {
    std::array<double, 2> equal{};
    const double score = scored[i].first;
    for (; i < scored.size() && scored[i].first == score; ++i) ++equal.at(scored[i].second ? 1 : 0);
    above += equal[1] * (benign + equal[0] / 2);
    benign += equal[0];
    count[0] += equal[0];
    count[1] += equal[1];
  }
  return above / (count[0] * count[1]);
}

// From which score on refusing is best for the headline.
double best_threshold(Scored scored) {
  std::ranges::sort(scored);
  const auto risky =
      static_cast<double>(std::ranges::count(scored, true, &Scored::value_type::second));
  const double benign = static_cast<double>(scored.size()) - risky;
  double gain = 0;  // of the headline, against refusing everything
  double most = 0;
  double best = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < scored.size(); ++i) {
    gain += scored[i].second ? -1 / risky : 1 / benign;
    const bool last = i + 1 == scored.size();
    if (gain <= most || (!last && scored[i + 1].first == scored[i].first)) continue;
    most = gain;
    best = last ? std::numeric_limits<double>::infinity() : scored[i + 1].first;
  }
  return best;
}

Scored scored_of(std::span<const Request> requests, const std::vector<double>& scores) {
  Scored scored;
  for (std::size_t i = 0; i < requests.size(); ++i)
    scored.emplace_back(scores[i], requests[i].risky);
  return scored;
}

// By group, the threshold that is best in the others.
std::vector<double> thresholds_of(const Numbered& all, const Scored& scored) {
  std::vector<double> thresholds;
  for (std::size_t group = 0; group < all.sizes.size(); ++group) {
    Scored others;
    for (std::size_t i = 0; i < scored.size(); ++i) {
      if (all.groups[i] != group) others.push_back(scored[i]);
    }
    thresholds.push_back(best_threshold(std::move(others)));
  }
  return thresholds;
}

void let_it_decide(const Numbered& all, const Scored& scored, Surface& surface) {
  const std::vector<double> thresholds = thresholds_of(all, scored);
  Kinds right{};
  for (std::size_t i = 0; i < scored.size(); ++i) {
    const auto& [score, risky] = scored[i];
    const bool refuses = score >= thresholds[all.groups[i]];
    if (refuses == risky) ++right.at(risky ? 1 : 0);
  }
  surface.handled = static_cast<double>(right[1]) / static_cast<double>(surface.risky);
  surface.completion = static_cast<double>(right[0]) / static_cast<double>(surface.benign);
}

void tell_pairs_apart(std::span<const Request> requests, const std::vector<double>& scores,
                      Surface& surface) {
  std::map<std::string_view, std::array<const double*, 2>> pairs;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    if (!requests[i].pair.empty())
      pairs[requests[i].pair].at(requests[i].risky ? 1 : 0) = &scores[i];
  }
  for (const auto& [name, pair] : pairs) {
    if (pair[0] == nullptr || pair[1] == nullptr) continue;
    ++surface.pairs;
    if (*pair[1] > *pair[0]) ++surface.told_apart;
  }
}

// What a case's deed is, whatever it is asked for with.
using ActKey = std::tuple<std::string, std::string, bool>;  // scenario, variant, risky
ActKey act_of(const Case& subject) { return {subject.scenario, subject.variant, !subject.twin()}; }

// By act, the name of the pair it is in.
std::map<ActKey, std::string> pairs_in(const std::vector<Case>& cases) {
  std::map<std::tuple<std::string, Language, std::string>, ActKey> risky;
  for (const Case& one : cases) {
    if (!one.twin()) risky.try_emplace({one.scenario, one.format.language, one.code}, act_of(one));
  }
  std::map<ActKey, std::string> pairs;
  for (const Case& one : cases) {
    if (!one.twin() || pairs.contains(act_of(one))) continue;
    const auto found = risky.find({one.scenario, one.format.language, one.code});
    if (found == risky.end() || pairs.contains(found->second)) continue;
    const std::string name = one.scenario + '/' + one.variant;
    pairs[found->second] = name;
    pairs[act_of(one)] = name;
  }
  return pairs;
}

// Each act once, with the text that `read` takes from its first case of this form.
template <class Read>
std::vector<Request> each_act(const std::vector<Case>& cases, Form form, const Read& read) {
  const std::map<ActKey, std::string> pairs = pairs_in(cases);
  std::vector<Request> requests;
  std::set<ActKey> seen;
  for (const Case& one : cases) {
    if (one.format.form != form || !seen.insert(act_of(one)).second) continue;
    const auto pair = pairs.find(act_of(one));
    requests.push_back({.text = read(one),
                        .risky = !one.twin(),
                        .group = one.domain,
                        .pair = pair == pairs.end() ? "" : pair->second});
  }
  return requests;
}

}  // namespace

std::vector<Request> requests_of(const std::vector<Case>& cases, Form form) {
  return each_act(cases, form, [](const Case& one) { return one.task; });
}

std::vector<Request> worlds_of(const std::vector<Case>& cases, WorldPart part) {
  return each_act(cases, Form::code, [part](const Case& one) {
    std::string text = part == WorldPart::contents ? one.world.setup : "";
    for (const record::SeededFile& file : one.world.files)
      text += "\n" + (part == WorldPart::paths ? file.path : file.content);
    return text;
  });
}

std::optional<Surface> surface_of(std::span<const Request> requests) {
  const Numbered all = number(requests);
  const auto both = std::ranges::count_if(
      all.sizes, [](const Kinds& size) { return size[0] > 0 && size[1] > 0; });
  if (both < 2) return std::nullopt;
  const Kinds size = sum(all.sizes);
  const std::vector<double> scores = scores_of(all);
  Surface surface{.risky = size[1], .benign = size[0]};
  const Scored scored = scored_of(requests, scores);
  surface.auc = auc_of(scored);
  surface.length_auc =
      auc_of(scored_of(requests, std::vector<double>(all.words.begin(), all.words.end())));
  let_it_decide(all, scored, surface);
  tell_pairs_apart(requests, scores, surface);
  return surface;
}

}  // namespace redcode::corpus
