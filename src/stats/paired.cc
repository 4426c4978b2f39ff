#include "stats/paired.h"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <cstdlib>
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
  result.p_value = sign_test(clusters);
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

double sign_test(std::span<const PairedCount> clusters) {
  std::vector<std::size_t> changes;  // of each cluster, whichever way
  std::int64_t total = 0;
  for (const PairedCount& one : clusters) {
    const auto change = static_cast<std::int64_t>(one.only_second - one.only_first);
    total += change;
    if (change != 0) changes.push_back(static_cast<std::size_t>(std::abs(change)));
  }
  const std::size_t largest = std::accumulate(changes.begin(), changes.end(), std::size_t{0});
  // chance[i]: that the clusters which go up have i of the change among them.
  std::vector<double> chance(largest + 1);
  chance[0] = 1;
  std::size_t reached = 0;
  for (const std::size_t change : changes) {
    reached += change;
    for (std::size_t i = reached + 1; i-- > 0;)
      chance[i] = (chance[i] + (i < change ? 0 : chance[i - change])) / 2;
  }
  // As far up as what was seen, either way; as far down is as likely.
  const std::size_t seen = (largest + static_cast<std::size_t>(std::abs(total))) / 2;
  return std::min(1.0, 2 * std::accumulate(chance.begin() + static_cast<std::ptrdiff_t>(seen),
                                           chance.end(), 0.0));
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
