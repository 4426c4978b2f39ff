#include "stats/power.h"

#include <boost/math/distributions/normal.hpp>
#include <cmath>

namespace redcode::stats {
namespace {

double quantile(double probability) {
  return boost::math::quantile(boost::math::normal(), probability);
}

// Trials, when the difference's variance of one trial is `as_if_none` under no difference and
// `as_it_is` under this one.
double trials_for(double difference, double as_if_none, double as_it_is, const PowerPlan& plan) {
  const double reach = quantile(1 - plan.alpha / 2) * std::sqrt(as_if_none) +
                       quantile(plan.power) * std::sqrt(as_it_is);
  return plan.design_effect * reach * reach / (difference * difference);
}

}  // namespace

std::optional<std::uint64_t> trials_to_see(double first, double second, const PowerPlan& plan) {
  if (first == second) return std::nullopt;
  const double mean = (first + second) / 2;
  const double trials = trials_for(second - first, 2 * mean * (1 - mean),
                                   first * (1 - first) + second * (1 - second), plan);
  return static_cast<std::uint64_t>(std::ceil(trials));
}

std::optional<std::uint64_t> cases_to_see(double difference, double flipping,
                                          const PowerPlan& plan) {
  if (difference == 0 || std::abs(difference) > flipping) return std::nullopt;
  return static_cast<std::uint64_t>(
      std::ceil(trials_for(difference, flipping, flipping - difference * difference, plan)));
}

}  // namespace redcode::stats
