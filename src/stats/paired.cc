#include "stats/paired.h"

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <numeric>
#include <random>

#include "stats/weighted_sum.h"
#include "stats/wilson.h"

namespace redcode::stats {
namespace {

constexpr std::size_t resamples = 2000;

// One cluster: cases, and those that flipped.
struct Flips {
  double cases = 0;
  double up = 0;    // only the second hit
  double down = 0;  // only the first did
};

// Which way cases flipped that were not judged in both.
enum class Missing { left_out, down, up };

std::vector<Flips> flips_of(std::span<const PairedCount> clusters, Missing missing) {
  std::vector<Flips> all;
  for (const PairedCount& one : clusters) {
    const auto extra = static_cast<double>(missing == Missing::left_out ? 0 : one.missing);
    Flips flips{
        .cases =
            static_cast<double>(one.both + one.only_first + one.only_second + one.neither) + extra,
        .up = static_cast<double>(one.only_second),
        .down = static_cast<double>(one.only_first)};
    (missing == Missing::up ? flips.up : flips.down) += extra;
    if (flips.cases > 0) all.push_back(flips);
  }
  return all;
}

// The difference of the rates of the two kinds of flips.
Sum closed_form(std::span<const Flips> clusters, double confidence) {
  std::vector<Portion> up;
  std::vector<Portion> down;
  for (const Flips& one : clusters) {
    up.push_back({.hits = one.up, .trials = one.cases});
    down.push_back({.hits = one.down, .trials = one.cases});
  }
  const std::vector<Term> terms{term_of(1, up, confidence), term_of(-1, down, confidence)};
  return weighted_sum(terms);
}

// The difference in as many clusters, drawn with replacement.
double resampled(std::span<const Flips> clusters, std::mt19937_64& random) {
  double cases = 0;
  double gain = 0;
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < clusters.size(); ++i) {
    // One number is good for two draws; scaled by hand, they are the same on every platform.
    bits = i % 2 == 0 ? random() : bits >> 32U;
    const Flips& one = clusters[((bits & 0xFFFF'FFFFU) * clusters.size()) >> 32U];
    cases += one.cases;
    gain += one.up - one.down;
  }
  return gain / cases;
}

Interval percentiles(std::span<const Flips> clusters, double confidence) {
  std::mt19937_64 random(20'240'611);  // any number, always the same
  std::vector<double> values(resamples);
  std::ranges::generate(values, [&] { return resampled(clusters, random); });
  std::ranges::sort(values);
  const auto tail = static_cast<std::size_t>((1 - confidence) / 2 * (resamples - 1));
  return {.low = values[tail], .high = values[resamples - 1 - tail]};
}

// What percentiles of few clusters lack.
double widening(std::size_t clusters, double confidence) {
  const auto groups = static_cast<double>(clusters);
  const double student =
      boost::math::quantile(boost::math::students_t(groups - 1), 0.5 + confidence / 2);
  return std::sqrt(groups / (groups - 1)) * student / normal_quantile(confidence);
}

Interval interval_of(std::span<const Flips> clusters, double confidence) {
  if (clusters.size() < 2) return {.low = -1, .high = 1};
  const Sum closed = closed_form(clusters, confidence);
  const Interval drawn = percentiles(clusters, confidence);
  const double wider = widening(clusters.size(), confidence);
  const double low = closed.value - wider * (closed.value - drawn.low);
  const double high = closed.value + wider * (drawn.high - closed.value);
  return {.low = std::max(-1.0, std::min(low, closed.low)),
          .high = std::min(1.0, std::max(high, closed.high))};
}

}  // namespace

PairedCount& PairedCount::operator+=(const PairedCount& more) {
  both += more.both;
  only_first += more.only_first;
  only_second += more.only_second;
  neither += more.neither;
  missing += more.missing;
  return *this;
}

Difference difference(std::span<const PairedCount> clusters, double confidence) {
  Difference result;
  for (const PairedCount& one : clusters) result.total += one;
  const std::vector<Flips> judged = flips_of(clusters, Missing::left_out);
  result.clusters = judged.size();
  result.p_value = mcnemar(result.total.only_first, result.total.only_second);
  if (!judged.empty()) result.value = closed_form(judged, confidence).value;
  result.interval = interval_of(judged, confidence);
  result.bounds = result.interval;
  if (result.total.missing == 0) return result;
  const Interval least = interval_of(flips_of(clusters, Missing::down), confidence);
  const Interval most = interval_of(flips_of(clusters, Missing::up), confidence);
  result.bounds = {.low = std::min(result.interval.low, least.low),
                   .high = std::max(result.interval.high, most.high)};
  return result;
}

double mcnemar(std::uint64_t only_first, std::uint64_t only_second) {
  const std::uint64_t flipped = only_first + only_second;
  if (flipped == 0) return 1;
  const boost::math::binomial fair(static_cast<double>(flipped), 0.5);
  const auto fewer = static_cast<double>(std::min(only_first, only_second));
  return std::min(1.0, 2 * boost::math::cdf(fair, fewer));
}

std::vector<double> holm(std::span<const double> p_values) {
  std::vector<std::size_t> order(p_values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return p_values[i]; });
  std::vector<double> adjusted(p_values.size());
  double largest = 0;
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    const auto left = static_cast<double>(order.size() - rank);
    largest = std::max(largest, std::min(1.0, left * p_values[order[rank]]));
    adjusted[order[rank]] = largest;
  }
  return adjusted;
}

}  // namespace redcode::stats
