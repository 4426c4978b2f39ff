// Two runs over the same cases: do they differ?
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "stats/interval.h"
#include "stats/weighted_sum.h"

namespace redcode::stats {

// One cluster's cases that were judged in both runs, by whether each was a hit; and those that
// were not, but should have been.
struct PairedCount {
  std::uint64_t both = 0;
  std::uint64_t only_first = 0;
  std::uint64_t only_second = 0;
  std::uint64_t neither = 0;
  std::uint64_t missing = 0;
  std::size_t group = 0;                             // the cluster's domain, as in Count
  PairedCount& operator+=(const PairedCount& more);  // of the same group
  bool operator==(const PairedCount&) const = default;
};

struct Difference {
  double value = 0;                         // rate of the second less rate of the first
  Interval interval{.low = -1, .high = 1};  // of the cases judged in both
  Interval bounds{.low = -1, .high = 1};    // had every missing case flipped the one way, the other
  PairedCount total;
  std::size_t clusters = 0;  // with at least one case judged in both
};

// The interval comes from resampling clusters (2,000 times, percentiles, widened by Student's
// quantile at G - 1 and by the square root of G / (G - 1)), and reaches at either end at least as
// far as the closed form of weighted_sum.h. Resampling alone cannot show flips that did not happen
// to come: with few of them it covers the truth far too rarely. Where clusters are of several
// groups it reaches as far as that of the groups, too. Below two clusters: [-1, 1].
// Resampling is deterministic: the same counts give the same interval.
Difference difference(std::span<const PairedCount> clusters, double confidence = 0.95);

// What is done with cases that were not judged in both.
enum class Unjudged { left_out, down, up };
// The rates of the two kinds of flips, as the terms of a sum: `weight` times their difference.
std::vector<Term> flip_terms(std::span<const PairedCount> clusters, Unjudged unjudged,
                             double weight, double confidence);

// The least error at which the interval of that confidence leaves out zero; from 0.001 on. So it is
// below 5 % just where the 95 % interval lies to one side of zero: one test, told in two ways.
// Nothing where no change could come below 5 %, had every case flipped the same way, or where no
// case flipped: there was no question.
std::optional<double> p_value(std::span<const PairedCount> clusters);

// Holm's correction: adjusted p values, in the order given.
std::vector<double> holm(std::span<const double> p_values);

}  // namespace redcode::stats
