// Two runs over the same cases, trial by trial. A case is the same if its digest is, so an edited
// one pairs with nothing. What cannot be paired is counted, never dropped in silence.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "report/results.h"
#include "stats/paired.h"

namespace redcode::report {

struct SharedCases {
  std::vector<std::pair<std::size_t, std::size_t>> places;  // in the first run, in the second
  std::uint64_t only_first = 0;
  std::uint64_t only_second = 0;
  std::uint32_t repeats = 1;  // in both
};
SharedCases shared_cases(const Results& first, const Results& second);

// Whether a metric can be paired: it is counted, of trials that the plan and not their verdict
// makes part of it, each of which counts once. (Whether refusals explain themselves cannot: the
// other run may hold none.)
bool can_be_paired(stats::Metric metric);

// How both runs did, by cluster.
class PairedTally {
 public:
  // The cluster is a scenario, of a domain.
  struct Cluster {
    std::string scenario;
    std::string domain;
  };
  void add(const Cluster& cluster, const stats::Finding& first, const stats::Finding& second);
  // A context pair.
  void add_pair(const Cluster& cluster, stats::Answer first, stats::Answer second);
  // Trials of which not even the kind of case is known: missing from everything.
  void add_unknown(std::uint64_t trials);

  // By cluster, in the same order for each. Requires: can_be_paired(metric).
  std::vector<stats::PairedCount> counts(stats::Metric metric) const;

 private:
  using Counts = std::array<stats::PairedCount, stats::counted_metrics>;
  Counts& counts_of(const Cluster& cluster);

  std::map<std::string, Counts> clusters_;      // by scenario
  std::map<std::string, std::size_t> domains_;  // and their numbers
};

// Cases of the first run that the second lacks: no subject of a comparison, but a gate must not
// pass a run for what it lacks.
enum class Lacking { left_out, missing };

// Of the cases that match (a context pair by its risky case). Cases that cannot be read might have
// been shared, and are missing.
PairedTally tally_pairs(const Results& first, const Results& second, const SharedCases& shared,
                        const Where& where = {}, Lacking lacking = Lacking::left_out);

}  // namespace redcode::report
