#include "stats/weighted_sum.h"

#include <algorithm>
#include <cmath>

namespace redcode::stats {
namespace {

// How far the sum may lie below or above its value because of one term, signed as its weight.
struct Arms {
  double below = 0;
  double above = 0;
};

Arms arms_of(const Term& term) {
  const double down = term.weight * (term.value - term.interval.low);
  const double up = term.weight * (term.interval.high - term.value);
  if (term.weight < 0) return {.below = up, .above = down};
  return {.below = down, .above = up};
}

double product(std::span<const double> a, std::span<const double> b) {
  double total = 0;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) total += a[i] * b[i];
  return total;
}

// 0 where one of them does not vary at all.
double correlation(std::span<const double> a, std::span<const double> b) {
  const double scale = product(a, a) * product(b, b);
  return scale > 0 ? product(a, b) / std::sqrt(scale) : 0;
}

// What two terms' doubts add together, over clusters or over groups, whichever is more.
double cross(const Term& a, const Term& b, double arms) {
  return std::max({0.0, arms * correlation(a.residuals, b.residuals),
                   arms * correlation(a.group_residuals, b.group_residuals)});
}

std::vector<double> residuals_of(std::span<const Portion> clusters, double rate) {
  std::vector<double> residuals;
  residuals.reserve(clusters.size());
  for (const Portion& one : clusters) residuals.push_back(one.hits - rate * one.trials);
  return residuals;
}

Sum whole_range(std::span<const Term> terms) {
  Sum sum;
  for (const Term& one : terms) {
    sum.value += one.weight * one.value;
    sum.low += std::min(0.0, one.weight);
    sum.high += std::max(0.0, one.weight);
  }
  return sum;
}

}  // namespace

Term term_of(double weight, std::span<const Portion> clusters, double confidence,
             const Presumed& presumed) {
  const Clustered known = clustered(clusters, confidence, presumed);
  return {.weight = weight,
          .value = known.value,
          .interval = known.interval,
          .known = known.clusters >= 2,
          .residuals = residuals_of(clusters, known.value),
          .group_residuals = residuals_of(by_group(clusters), known.value)};
}

Sum weighted_sum(std::span<const Term> terms) {
  if (!std::ranges::all_of(terms, &Term::known)) return whole_range(terms);
  double value = 0;
  double below = 0;
  double above = 0;
  for (const Term& a : terms) {
    value += a.weight * a.value;
    for (const Term& b : terms) {
      const double under = arms_of(a).below * arms_of(b).below;
      const double over = arms_of(a).above * arms_of(b).above;
      below += &a == &b ? under : cross(a, b, under);
      above += &a == &b ? over : cross(a, b, over);
    }
  }
  return {.value = value, .low = value - std::sqrt(below), .high = value + std::sqrt(above)};
}

}  // namespace redcode::stats
