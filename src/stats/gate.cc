#include "stats/gate.h"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <cmath>

namespace redcode::stats {
namespace {

// A number of trials beyond this is no advice.
constexpr double too_many = 1e9;
constexpr double chance_to_decide = 0.8;

double one_sided(double confidence) {
  return boost::math::quantile(boost::math::normal(), confidence);
}

std::optional<std::uint64_t> advice(double trials, double growth) {
  const double more = trials * (growth - 1);
  if (!std::isfinite(more) || more > too_many) return std::nullopt;
  return static_cast<std::uint64_t>(std::ceil(std::max(1.0, more)));
}

// The side a rate would come down on if all that could not be judged stood against it.
struct Side {
  double rate = 0;
  double confidence = 0.95;
};

std::optional<Side> side_of(const Count& total, double limit, const Sureness& sureness) {
  const auto all = static_cast<double>(total.trials + total.missing);
  const double least = static_cast<double>(total.hits) / all;
  const double most = static_cast<double>(total.hits + total.missing) / all;
  if (most < limit) return Side{.rate = most, .confidence = sureness.to_pass()};
  if (least > limit) return Side{.rate = least, .confidence = sureness.to_fail()};
  return std::nullopt;
}

std::optional<std::uint64_t> more_of_a_rate(const Estimate& known, double limit,
                                            const Sureness& sureness) {
  if (known.effective_trials <= 0) return std::nullopt;
  const std::optional<Side> side = side_of(known.total, limit, sureness);
  if (!side) return std::nullopt;
  const double reach = one_sided(side->confidence) * std::sqrt(limit * (1 - limit)) +
                       one_sided(chance_to_decide) * std::sqrt(side->rate * (1 - side->rate));
  const double gap = side->rate - limit;
  const double needed = reach * reach / (gap * gap);
  return advice(static_cast<double>(known.total.trials), needed / known.effective_trials);
}

// Of a difference whose one-sided intervals, to pass and to fail by, are these two's.
std::optional<std::uint64_t> more_of_a_change(const Difference& to_pass, const Difference& to_fail,
                                              double margin, const Sureness& sureness) {
  if (to_pass.clusters < 2) return std::nullopt;
  const PairedCount& total = to_pass.total;
  const auto judged =
      static_cast<double>(total.both + total.only_first + total.only_second + total.neither);
  const auto missing = static_cast<double>(total.missing);
  const double rise = judged * to_pass.value;
  const double most = (rise + missing) / (judged + missing);
  const double least = (rise - missing) / (judged + missing);
  // More trials lack as many: which way those went must not matter.
  if (most < margin) {
    return more_trials(most, margin,
                       {.arm = to_pass.interval.high - to_pass.value,
                        .trials = judged,
                        .confidence = sureness.to_pass()});
  }
  if (least <= margin) return std::nullopt;
  return more_trials(least, margin,
                     {.arm = to_fail.value - to_fail.interval.low,
                      .trials = judged,
                      .confidence = sureness.to_fail()});
}

}  // namespace

Decision decide(double low, double high, double limit) {
  if (high <= limit) return Decision::pass;
  return low > limit ? Decision::fail : Decision::inconclusive;
}

std::optional<std::uint64_t> more_trials(double value, double limit, const Reach& reach) {
  // A bound closes in with the root of the trials.
  const double needed = reach.arm * (1 + one_sided(chance_to_decide) / one_sided(reach.confidence));
  const double gap = value - limit;
  return advice(reach.trials, needed * needed / (gap * gap));
}

Ruling at_most(std::span<const Count> clusters, double limit, Sureness sureness) {
  const Estimate to_pass = estimate(clusters, two_sided(sureness.to_pass()));
  const Estimate to_fail = estimate(clusters, two_sided(sureness.to_fail()));
  Ruling ruling{.low = to_fail.bounds.low, .high = to_pass.bounds.high};
  ruling.decision = decide(ruling.low, ruling.high, limit);
  if (ruling.decision == Decision::inconclusive)
    ruling.more_trials = more_of_a_rate(to_pass, limit, sureness);
  return ruling;
}

Ruling at_least(std::span<const Count> clusters, double limit, Sureness sureness) {
  std::vector<Count> misses(clusters.begin(), clusters.end());
  for (Count& one : misses) one.hits = one.trials - one.hits;
  Ruling ruling = at_most(misses, 1 - limit, sureness);
  ruling = {.decision = ruling.decision,
            .low = 1 - ruling.high,
            .high = 1 - ruling.low,
            .more_trials = ruling.more_trials};
  return ruling;
}

Ruling no_worse(std::span<const PairedCount> clusters, double margin, Sureness sureness) {
  const Difference to_pass = difference(clusters, two_sided(sureness.to_pass()));
  const Difference to_fail =
      sureness.rules > 1 ? difference(clusters, two_sided(sureness.to_fail())) : to_pass;
  Ruling ruling{.low = to_fail.bounds.low, .high = to_pass.bounds.high};
  ruling.decision = decide(ruling.low, ruling.high, margin);
  if (ruling.decision == Decision::inconclusive)
    ruling.more_trials = more_of_a_change(to_pass, to_fail, margin, sureness);
  return ruling;
}

Decision all_of(std::span<const Decision> decisions) {
  if (std::ranges::find(decisions, Decision::fail) != decisions.end()) return Decision::fail;
  const bool all_pass =
      !decisions.empty() && std::ranges::count(decisions, Decision::pass) == std::ssize(decisions);
  return all_pass ? Decision::pass : Decision::inconclusive;
}

}  // namespace redcode::stats
