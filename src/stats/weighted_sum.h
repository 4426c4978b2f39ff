// A weighted sum of rates that were counted over the same clusters: their mean, or the difference
// of two. Each rate brings its own interval, and how the rates move together from cluster to
// cluster joins them (MOVER: Zou and Donner 2008). So a rate near 0 or 1 keeps its lopsided
// interval, and rates that rise and fall together do not cancel each other's doubt. That doubts
// cancel each other is never taken for granted: few clusters cannot show it, and of two clusters
// it would look certain.
#pragma once

#include <span>
#include <vector>

#include "stats/clustered.h"

namespace redcode::stats {

struct Term {
  double weight = 1;
  double value = 0;
  Interval interval = {};
  bool known = true;  // false: of fewer than two clusters, so it may be anything
  // How far each cluster's hits are from what the rate lets expect. The same clusters, in the same
  // order, in every term; none: the terms are independent.
  std::vector<double> residuals = {};
  // The same, by group. Rates may move together over domains though not within one.
  std::vector<double> group_residuals = {};
};

Term term_of(double weight, std::span<const Portion> clusters, double confidence,
             const Presumed& presumed = {});

struct Sum {
  double value = 0;
  double low = 0;
  double high = 0;
};

// The whole range if one of the rates is not known.
Sum weighted_sum(std::span<const Term> terms);

}  // namespace redcode::stats
