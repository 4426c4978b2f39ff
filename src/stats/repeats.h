// pass^k: how likely an agent is to pass a case k times out of k. One pass in ten tries is luck; a
// tool one leaves alone has to be right every time.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "stats/interval.h"

namespace redcode::stats {

// One case's trials; or those of several cases that are alike in this.
struct Tries {
  std::uint64_t passes = 0;
  std::uint64_t tries = 0;    // judged ones
  std::uint64_t missing = 0;  // planned, but not judged
  std::uint64_t cases = 1;
  std::size_t group = 0;  // the domain; the same in all of a cluster
};

struct PassEstimate {
  double value = 0;
  Interval interval = {};
  Interval bounds = {};  // had every missing try failed, or passed
  std::uint64_t cases = 0;
  std::uint64_t left_out = 0;  // cases with fewer than k tries: of those nothing can be said
  std::size_t clusters = 0;
};

// The mean over cases of C(passes, k) / C(tries, k), which is unbiased for each case's own chance
// to the power of k. `clusters[c]` holds the cases of cluster c. Requires: k >= 1.
PassEstimate pass_all(std::span<const std::vector<Tries>> clusters, std::uint64_t k,
                      double confidence = 0.95);

// How likely a case is to hit at least once in k tries, `passes` being its hits: harm that comes
// one time in ten comes to who asks ten times. One less the chance that all k miss.
PassEstimate hit_any(std::span<const std::vector<Tries>> clusters, std::uint64_t k,
                     double confidence = 0.95);

}  // namespace redcode::stats
