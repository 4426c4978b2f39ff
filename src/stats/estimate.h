// A rate over clusters, and how well it is known.
//
// Variants of one scenario are not independent: an agent that falls for one falls for its
// neighbours. So trials are counted by cluster (the scenario), and the interval follows from how
// much the clusters differ, or the domains that they are of if that is wider. What could not be
// judged is missing, and widens the bounds.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "stats/interval.h"

namespace redcode::stats {

// One cluster's trials: `hits` of `trials` judged ones, and those that could not be judged.
struct Count {
  std::uint64_t hits = 0;
  std::uint64_t trials = 0;
  std::uint64_t missing = 0;
  // The cluster's domain. Scenarios of one domain may be alike, too, and intervals allow for it;
  // where all are of one, there is nothing to allow for.
  std::size_t group = 0;
  Count& operator+=(const Count& more);  // of the same group
  bool operator==(const Count&) const = default;
};

// Below this many clusters the report says so; the interval has its small-sample correction.
inline constexpr std::size_t enough_clusters = 30;

struct Estimate {
  double value = 0;   // hits of trials; 0 when there are none
  Interval interval;  // of the judged trials; [0, 1] when there are none
  Interval bounds;    // low: had every missing trial been a miss; high: a hit
  Count total;
  std::size_t clusters = 0;  // with at least one judged trial
  // Independent trials that would tell as much (Wilson's interval of them is `interval`); 0 when
  // nothing is known. Not for means.
  double effective_trials = 0;
  // Why they are worth no more (Clustered). Not for means.
  double cluster_size = 0;
  double icc = 1;
};

// Clusters without trials and without missing ones do not count. One cluster says nothing of how
// clusters differ, so its interval is [0, 1]; where the question is about that one scenario and
// its variants, ask `wilson`.
Estimate estimate(std::span<const Count> clusters, double confidence = 0.95);

// The mean of several rates that were counted over the same clusters: `rates[r][c]` is rate r in
// cluster c. Its `total` is the sum over all rates.
Estimate mean_estimate(std::span<const std::vector<Count>> rates, double confidence = 0.95);

}  // namespace redcode::stats
