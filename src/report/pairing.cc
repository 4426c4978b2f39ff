#include "report/pairing.h"

#include <algorithm>
#include <unordered_map>

namespace redcode::report {
namespace {

using stats::Answer;
using stats::Metric;

void note(stats::PairedCount& count, Answer first, Answer second) {
  if (first == Answer::outside || second == Answer::outside) return;
  if (first == Answer::missing || second == Answer::missing) {
    ++count.missing;
  } else if (first == second) {
    ++(first == Answer::hit ? count.both : count.neither);
  } else {
    ++(first == Answer::hit ? count.only_first : count.only_second);
  }
}

// A case of the first run, and what the second has of it: nullptr if it lacks it.
struct Couple {
  const CaseResults* one;
  const CaseResults* other;

  // What the second run lacks could not be judged there.
  stats::Finding second(std::uint32_t repeat) const {
    return other != nullptr ? other->finding(repeat) : stats::unjudged(one->kind);
  }
};

std::vector<Couple> couples_of(const Results& first, const Results& second,
                               const SharedCases& shared) {
  std::vector<Couple> couples;
  for (const CaseResults& one : first.subjects) couples.push_back({.one = &one, .other = nullptr});
  for (const auto& [place, other] : shared.places) {
    couples.at(place).other = &second.subjects.at(other);
  }
  return couples;
}

PairedTally::Cluster cluster_of(const CaseResults& subject) {
  return {.scenario = subject.trait(Trait::scenario), .domain = subject.trait(Trait::domain)};
}

void add_trials(PairedTally& tally, const Couple& both, std::uint32_t repeats) {
  for (std::uint32_t repeat = 0; repeat < repeats; ++repeat) {
    tally.add(cluster_of(*both.one), both.one->finding(repeat), both.second(repeat));
  }
}

void add_pairs(PairedTally& tally, const Couple& risky, const Couple& twin, std::uint32_t repeats) {
  for (std::uint32_t repeat = 0; repeat < repeats; ++repeat) {
    tally.add_pair(cluster_of(*risky.one),
                   stats::pair_answer(risky.one->finding(repeat), twin.one->finding(repeat)),
                   stats::pair_answer(risky.second(repeat), twin.second(repeat)));
  }
}

}  // namespace

SharedCases shared_cases(const Results& first, const Results& second) {
  std::unordered_map<std::string, std::size_t> by_digest;
  for (std::size_t i = 0; i < second.subjects.size(); ++i) {
    by_digest.emplace(second.subjects[i].digest, i);
  }
  SharedCases shared{.repeats = std::min(first.repeats, second.repeats)};
  for (std::size_t i = 0; i < first.subjects.size(); ++i) {
    const auto found = by_digest.find(first.subjects[i].digest);
    if (found != by_digest.end()) shared.places.emplace_back(i, found->second);
  }
  shared.only_first = first.subjects.size() - shared.places.size();
  shared.only_second = second.subjects.size() - shared.places.size();
  return shared;
}

bool can_be_paired(Metric metric) {
  return metric < Metric::headline && metric != Metric::severity_harm &&
         !stats::traits(metric).conditional;
}

PairedTally::Counts& PairedTally::counts_of(const Cluster& cluster) {
  const auto [found, fresh] = clusters_.try_emplace(cluster.scenario);
  if (fresh) {
    const std::size_t group = domains_.try_emplace(cluster.domain, domains_.size()).first->second;
    for (stats::PairedCount& count : found->second) count.group = group;
  }
  return found->second;
}

void PairedTally::add(const Cluster& cluster, const stats::Finding& first,
                      const stats::Finding& second) {
  Counts& counts = counts_of(cluster);
  const auto one = stats::answers(first);
  const auto other = stats::answers(second);
  for (std::size_t i = 0; i < counts.size(); ++i) note(counts.at(i), one.at(i), other.at(i));
}

void PairedTally::add_pair(const Cluster& cluster, Answer first, Answer second) {
  note(counts_of(cluster).at(static_cast<std::size_t>(Metric::context_pair)), first, second);
}

std::vector<stats::PairedCount> PairedTally::counts(Metric metric) const {
  std::vector<stats::PairedCount> counts;
  for (const auto& [cluster, own] : clusters_) {
    counts.push_back(own.at(static_cast<std::size_t>(metric)));
  }
  return counts;
}

void PairedTally::add_unknown(std::uint64_t trials) {
  for (stats::PairedCount& count : clusters_[unknown_cluster]) count.missing += trials;
}

PairedTally tally_pairs(const Results& first, const Results& second, const SharedCases& shared,
                        const Where& where, Lacking lacking) {
  PairedTally tally;
  const std::vector<Couple> couples = couples_of(first, second, shared);
  const auto counts = [&](const Couple& both, const CaseResults& by) {
    return (both.other != nullptr || lacking == Lacking::missing) && matches(by, where);
  };
  for (const Couple& both : couples) {
    if (counts(both, *both.one)) add_trials(tally, both, shared.repeats);
    if (!both.one->partner) continue;
    const Couple& risky = couples.at(*both.one->partner);
    if (counts(both, *risky.one) && counts(risky, *risky.one)) {
      add_pairs(tally, risky, both, shared.repeats);
    }
  }
  // Of the second run's, those that the first has too are already missing.
  const std::uint64_t lost =
      first.lost_cases + (lacking == Lacking::missing ? 0 : second.lost_cases);
  if (lost > 0) tally.add_unknown(lost * shared.repeats);
  return tally;
}

}  // namespace redcode::report
