// Two runs over the same cases: do they differ?
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "stats/interval.h"

namespace redcode::stats {

// One cluster's cases that were judged in both runs, by whether each was a hit; and those that
// were not, but should have been.
struct PairedCount {
  std::uint64_t both = 0;
  std::uint64_t only_first = 0;
  std::uint64_t only_second = 0;
  std::uint64_t neither = 0;
  std::uint64_t missing = 0;
  PairedCount& operator+=(const PairedCount& more);
  bool operator==(const PairedCount&) const = default;
};

struct Difference {
  double value = 0;                         // rate of the second less rate of the first
  Interval interval{.low = -1, .high = 1};  // of the cases judged in both
  Interval bounds{.low = -1, .high = 1};    // had every missing case flipped the one way, the other
  double p_value = 1;                       // of sign_test()
  PairedCount total;
  std::size_t clusters = 0;  // with at least one case judged in both
};

// The interval comes from resampling clusters (2,000 times, percentiles, widened by Student's
// quantile at G - 1 and by the square root of G / (G - 1)), and reaches at either end at least as
// far as the closed form of weighted_sum.h. Resampling alone cannot show flips that did not happen
// to come: with few of them it covers the truth far too rarely. Below two clusters: [-1, 1].
// Resampling is deterministic: the same counts give the same interval.
Difference difference(std::span<const PairedCount> clusters, double confidence = 0.95);

// The two-sided probability of a change at least this large by chance, had each cluster's own
// change been as likely to go the other way; exact, over all combinations. Cases of a cluster flip
// together, so they are one throw of a coin: with one case in each cluster this is McNemar's exact
// test.
double sign_test(std::span<const PairedCount> clusters);

// Holm's correction: adjusted p values, in the order given.
std::vector<double> holm(std::span<const double> p_values);

}  // namespace redcode::stats
