// How often the intervals hold the truth, and the gates err, on simulated runs. The answer to "why
// should I believe these numbers", as functions; `redcode-bench coverage` prints them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "stats/gate.h"
#include "stats/simulated.h"

namespace redcode::stats {

// The same seed gives the same answer.
struct Trying {
  std::size_t runs = 10'000;
  std::uint64_t seed = 1;
};

// Shares of runs whose 95 % interval holds the truth.
struct RateCoverage {
  double naive = 0;      // Wilson's, as if trials were independent
  double clustered = 0;  // estimate()
  double mean = 0;       // mean_estimate() of two rates
  double corrected = 0;  // correct(), read by a reader of 97 % and 96 %, measured on 400 and 400
};
RateCoverage rate_coverage(const World& world, const Trying& trying);

// Of difference().
double difference_coverage(const Change& change, const Trying& trying);

// The worst over a grid of true rates. A gate errs where it passes, or fails, an agent that is
// exactly at its limit.
struct Worst {
  double share = 0;
  double rate = 0;  // at which it is so
};
struct WorstOfGrid {
  Worst coverage{.share = 1};  // of 95 % intervals: the least
  Worst headline{.share = 1};  // of the mean of two rates: the least
  Worst false_pass;            // the most
  Worst false_fail;            // the most
};
WorstOfGrid worst_over(World world, std::span<const double> rates, const Trying& trying);

// Shares of runs that a gate decides.
struct GateShares {
  double pass = 0;
  double fail = 0;
};
GateShares limit_gate(const World& world, double limit, const Trying& trying);
GateShares regression_gate(const Change& change, double margin, const Trying& trying);
// A gate of several rules, each about a run of its own at `limit`.
GateShares gate_of_rules(const World& world, double limit, std::size_t rules, const Trying& trying);

}  // namespace redcode::stats
