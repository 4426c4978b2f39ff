#include "stats/paired.h"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <numeric>
#include <random>
#include <utility>

#include "stats/wilson.h"

namespace redcode::stats {
namespace {

constexpr std::size_t resamples = 2000;

// One cluster: cases, and those that flipped.
struct Flips {
  double cases = 0;
  double up = 0;    // only the second hit
  double down = 0;  // only the first did
  std::size_t group = 0;
};

// Where no case flipped, flips are presumed to come in whole clusters, as hits are. That all of
// them flipped is no sign of intra-cluster correlation, nor of its absence: there as much is
// presumed as where some did.
constexpr Presumed presumed_of_flips{.at_none = nearly_one, .at_all = 0.3};

std::vector<Flips> flips_of(std::span<const PairedCount> clusters, Unjudged unjudged) {
  std::vector<Flips> all;
  for (const PairedCount& one : clusters) {
    const auto extra = static_cast<double>(unjudged == Unjudged::left_out ? 0 : one.missing);
    Flips flips{
        .cases =
            static_cast<double>(one.both + one.only_first + one.only_second + one.neither) + extra,
        .up = static_cast<double>(one.only_second),
        .down = static_cast<double>(one.only_first),
        .group = one.group};
    (unjudged == Unjudged::up ? flips.up : flips.down) += extra;
    all.push_back(flips);
  }
  return all;
}

std::vector<Flips> by_group(std::span<const Flips> clusters) {
  std::vector<Flips> groups;
  for (const Flips& one : clusters) {
    if (one.group >= groups.size()) groups.resize(one.group + 1);
    groups[one.group].cases += one.cases;
    groups[one.group].up += one.up;
    groups[one.group].down += one.down;
  }
  std::erase_if(groups, [](const Flips& one) { return one.cases == 0; });
  return groups;
}

// A case flips one way at most, so neither rate can be more than the other leaves.
std::vector<Term> terms_of(std::span<const Flips> clusters, double weight, double confidence) {
  std::vector<Portion> up;
  std::vector<Portion> down;
  for (const Flips& one : clusters) {
    up.push_back({.hits = one.up, .trials = one.cases, .group = one.group});
    down.push_back({.hits = one.down, .trials = one.cases, .group = one.group});
  }
  std::vector<Term> terms{term_of(weight, up, confidence, presumed_of_flips),
                          term_of(-weight, down, confidence, presumed_of_flips)};
  const double left_by_up = 1 - terms[0].interval.low;
  terms[0].interval.high = std::min(terms[0].interval.high, 1 - terms[1].interval.low);
  terms[1].interval.high = std::min(terms[1].interval.high, left_by_up);
  return terms;
}

// Cases that flip down can only lower the difference, so it is no higher than the rate of those
// that flip up may be; and the other way round.
Sum closed_form(std::span<const Flips> clusters, double confidence) {
  const std::vector<Term> terms = terms_of(clusters, 1, confidence);
  Sum sum = weighted_sum(terms);
  sum.high = std::min(sum.high, terms[0].interval.high);
  sum.low = std::max(sum.low, -terms[1].interval.high);
  return sum;
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

// The differences in clusters drawn so many times, in order.
std::vector<double> drawn_of(std::span<const Flips> clusters) {
  std::mt19937_64 random(20'240'611);  // any number, always the same
  std::vector<double> values(resamples);
  std::ranges::generate(values, [&] { return resampled(clusters, random); });
  std::ranges::sort(values);
  return values;
}

// What percentiles of few clusters lack.
double widening(std::size_t clusters, double confidence) {
  const auto groups = static_cast<double>(clusters);
  const double student =
      boost::math::quantile(boost::math::students_t(groups - 1), 0.5 + confidence / 2);
  return std::sqrt(groups / (groups - 1)) * student / normal_quantile(confidence);
}

// What resampling tells: of so many clusters, the differences drawn.
struct Drawn {
  std::size_t clusters = 0;
  std::vector<double> values = {};

  Interval around(double value, double confidence) const {
    const auto tail = static_cast<std::size_t>((1 - confidence) / 2 * (resamples - 1));
    const double wider = widening(clusters, confidence);
    return {.low = value - wider * (value - values[tail]),
            .high = value + wider * (values[resamples - 1 - tail] - value)};
  }
};

// The interval at any confidence: by clusters, and by groups where there are several.
class Known {
 public:
  explicit Known(std::vector<Flips> clusters) : clusters_(std::move(clusters)) {
    std::erase_if(clusters_, [](const Flips& one) { return one.cases == 0; });
    if (clusters_.size() < 2) return;
    draws_.push_back({.clusters = clusters_.size(), .values = drawn_of(clusters_)});
    const std::vector<Flips> groups = by_group(clusters_);
    if (groups.size() > 1 && groups.size() < clusters_.size())
      draws_.push_back({.clusters = groups.size(), .values = drawn_of(groups)});
  }

  std::size_t clusters() const { return clusters_.size(); }

  double value() const {
    double cases = 0;
    double gain = 0;
    for (const Flips& one : clusters_) {
      cases += one.cases;
      gain += one.up - one.down;
    }
    return cases > 0 ? gain / cases : 0;
  }

  Interval interval(double confidence) const {
    if (clusters_.size() < 2) return {.low = -1, .high = 1};
    const Sum closed = closed_form(clusters_, confidence);
    Interval all{.low = closed.low, .high = closed.high};
    for (const Drawn& one : draws_) {
      const Interval drawn = one.around(closed.value, confidence);
      all = {.low = std::min(all.low, drawn.low), .high = std::max(all.high, drawn.high)};
    }
    return {.low = std::max(-1.0, all.low), .high = std::min(1.0, all.high)};
  }

 private:
  std::vector<Flips> clusters_;
  std::vector<Drawn> draws_;
};

constexpr double least_error = 0.001;  // what 2,000 draws can tell
constexpr double most_error = 0.99;
constexpr double tolerated_error = 0.05;

// Whether the interval that errs so often lies to one side of zero.
bool leaves_out_zero(const Known& known, double error) {
  const Interval interval = known.interval(1 - error);
  return interval.low > 0 || interval.high < 0;
}

// By halving: the larger the error, the shorter the interval.
double least_error_of(const Known& known) {
  if (leaves_out_zero(known, least_error)) return least_error;
  if (!leaves_out_zero(known, most_error)) return 1;
  double holds = least_error;
  double leaves = most_error;
  while (leaves - holds > 1e-4) {
    const double middle = (holds + leaves) / 2;
    (leaves_out_zero(known, middle) ? leaves : holds) = middle;
  }
  return leaves;
}

// Had every case flipped the same way.
std::vector<Flips> all_up(std::vector<Flips> clusters) {
  for (Flips& one : clusters) {
    one.up = one.cases;
    one.down = 0;
  }
  return clusters;
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
  const Known judged(flips_of(clusters, Unjudged::left_out));
  result.clusters = judged.clusters();
  result.value = judged.value();
  result.interval = judged.interval(confidence);
  result.bounds = result.interval;
  if (result.total.missing == 0) return result;
  const Interval least = Known(flips_of(clusters, Unjudged::down)).interval(confidence);
  const Interval most = Known(flips_of(clusters, Unjudged::up)).interval(confidence);
  result.bounds = {.low = std::min(result.interval.low, least.low),
                   .high = std::max(result.interval.high, most.high)};
  return result;
}

std::vector<Term> flip_terms(std::span<const PairedCount> clusters, Unjudged unjudged,
                             double weight, double confidence) {
  return terms_of(flips_of(clusters, unjudged), weight, confidence);
}

std::optional<double> p_value(std::span<const PairedCount> clusters) {
  const std::vector<Flips> judged = flips_of(clusters, Unjudged::left_out);
  const bool flipped =
      std::ranges::any_of(judged, [](const Flips& one) { return one.up + one.down > 0; });
  if (!flipped || !leaves_out_zero(Known(all_up(judged)), tolerated_error)) return std::nullopt;
  return least_error_of(Known(judged));
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
