#include "stats/wilson.h"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <cmath>

namespace redcode::stats {

Interval wilson(std::uint64_t hits, std::uint64_t trials, double confidence) {
  if (trials == 0) return {};
  const double z = boost::math::quantile(boost::math::normal(), 0.5 + confidence / 2);
  const auto n = static_cast<double>(trials);
  const double p = static_cast<double>(hits) / n;
  const double scale = 1 + z * z / n;
  const double centre = (p + z * z / (2 * n)) / scale;
  const double half = z / scale * std::sqrt(p * (1 - p) / n + z * z / (4 * n * n));
  return {.low = std::max(0.0, centre - half), .high = std::min(1.0, centre + half)};
}

}  // namespace redcode::stats
