#include "stats/correction.h"

#include <algorithm>
#include <cmath>

#include "stats/weighted_sum.h"
#include "stats/wilson.h"

namespace redcode::stats {
namespace {

double rate(Measured measured) { return measured.hits / measured.of; }

// Pseudo-trials, half of them hits: what keeps a rate of 0 or 1 from looking certain.
Measured with(Measured measured, double more) {
  return {.hits = measured.hits + more / 2, .of = measured.of + more};
}

double variance(Measured measured) { return rate(measured) * (1 - rate(measured)) / measured.of; }

// Rogan and Gladen's; may lie outside [0, 1].
double solve(Measured apparent, Measured sensitivity, Measured specificity) {
  return (rate(apparent) + rate(specificity) - 1) / (rate(sensitivity) + rate(specificity) - 1);
}

bool tells(Measured apparent, Measured sensitivity, Measured specificity) {
  return apparent.of > 0 && sensitivity.of > 0 && specificity.of > 0 &&
         rate(sensitivity) + rate(specificity) > 1;
}

}  // namespace

Corrected correct(Measured apparent, const ReaderAccuracy& reader, double confidence) {
  if (!tells(apparent, reader.sensitivity, reader.specificity)) return {};
  const double z = normal_quantile(confidence);
  const Measured seen = with(apparent, z * z);
  const Measured sensitivity = with(reader.sensitivity, 2);
  const Measured specificity = with(reader.specificity, 2);
  Corrected result{
      .value = std::clamp(solve(apparent, reader.sensitivity, reader.specificity), 0.0, 1.0)};
  if (!tells(seen, sensitivity, specificity)) return result;
  const double middle = solve(seen, sensitivity, specificity);
  const double of_hits = variance(sensitivity);
  const double of_misses = variance(specificity);
  const double shift = 2 * z * z * (middle * of_hits - (1 - middle) * of_misses);
  const double power = rate(sensitivity) + rate(specificity) - 1;
  const double half = z / power *
                      std::sqrt(variance(seen) + middle * middle * of_hits +
                                (1 - middle) * (1 - middle) * of_misses);
  result.interval = {.low = std::clamp(middle + shift - half, 0.0, 1.0),
                     .high = std::clamp(middle + shift + half, 0.0, 1.0)};
  return result;
}

Corrected of_all(const Corrected& part, const Estimate& share) {
  // A product's doubt, to the first order, is that of each factor times the other.
  const std::vector<Term> terms{
      {.weight = share.value, .value = part.value, .interval = part.interval},
      {.weight = part.value, .value = share.value, .interval = share.interval}};
  const Sum doubt = weighted_sum(terms);
  const double value = part.value * share.value;
  return {.value = value,
          .interval = {.low = std::max(0.0, value - (doubt.value - doubt.low)),
                       .high = std::min(1.0, value + (doubt.high - doubt.value))}};
}

}  // namespace redcode::stats
