#include "stats/forecast.h"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <numeric>

namespace redcode::stats {
namespace {

// Nothing is used back.
Interval around(double middle, double half, double least) {
  return {.low = std::max(least, middle - half), .high = middle + half};
}

}  // namespace

std::optional<Forecast> forecast(std::span<const double> used, std::uint64_t planned,
                                 double confidence) {
  const auto seen = static_cast<double>(used.size());
  if (used.size() < 2) return std::nullopt;
  const double sum = std::accumulate(used.begin(), used.end(), 0.0);
  const double mean = sum / seen;
  double squares = 0;
  for (const double one : used) squares += (one - mean) * (one - mean);
  const double deviation = std::sqrt(squares / (seen - 1));
  const double student =
      boost::math::quantile(boost::math::students_t(seen - 1), 0.5 + confidence / 2);
  const double left = std::max(0.0, static_cast<double>(planned) - seen);
  // Of those to come neither the average is known nor how far they stray from it.
  const double spread = deviation * std::sqrt(left * left / seen + left);
  return Forecast{.each = mean,
                  .each_between = around(mean, student * deviation / std::sqrt(seen), 0),
                  .whole = sum + left * mean,
                  .whole_between = around(sum + left * mean, student * spread, sum)};
}

}  // namespace redcode::stats
