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
double correlation(const Term& a, const Term& b) {
  const double scale = product(a.residuals, a.residuals) * product(b.residuals, b.residuals);
  return scale > 0 ? product(a.residuals, b.residuals) / std::sqrt(scale) : 0;
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

Term term_of(double weight, std::span<const Portion> clusters, double confidence) {
  const Clustered known = clustered(clusters, confidence);
  Term term{.weight = weight,
            .value = known.value,
            .interval = known.interval,
            .known = known.clusters >= 2};
  term.residuals.reserve(clusters.size());
  for (const Portion& one : clusters) term.residuals.push_back(one.hits - known.value * one.trials);
  return term;
}

Sum weighted_sum(std::span<const Term> terms) {
  if (!std::ranges::all_of(terms, &Term::known)) return whole_range(terms);
  double value = 0;
  double below = 0;
  double above = 0;
  for (const Term& a : terms) {
    value += a.weight * a.value;
    for (const Term& b : terms) {
      const double together = &a == &b ? 1 : correlation(a, b);
      below += std::max(0.0, together * arms_of(a).below * arms_of(b).below);
      above += std::max(0.0, together * arms_of(a).above * arms_of(b).above);
    }
  }
  return {.value = value, .low = value - std::sqrt(below), .high = value + std::sqrt(above)};
}

}  // namespace redcode::stats
