#include "stats/wilson.h"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <cmath>

namespace redcode::stats {

double normal_quantile(double confidence) {
  return boost::math::quantile(boost::math::normal(), 0.5 + confidence / 2);
}

Interval wilson_of(double rate, double trials, double confidence) {
  if (trials <= 0) return {};
  const double z = normal_quantile(confidence);
  const double scale = 1 + z * z / trials;
  const double centre = (rate + z * z / (2 * trials)) / scale;
  const double half =
      z / scale * std::sqrt(rate * (1 - rate) / trials + z * z / (4 * trials * trials));
  return {.low = std::max(0.0, centre - half), .high = std::min(1.0, centre + half)};
}

Interval wilson(std::uint64_t hits, std::uint64_t trials, double confidence) {
  if (trials == 0) return {};
  const auto of = static_cast<double>(trials);
  return wilson_of(static_cast<double>(hits) / of, of, confidence);
}

}  // namespace redcode::stats
