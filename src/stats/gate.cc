#include "stats/gate.h"

#include <algorithm>

namespace redcode::stats {
namespace {

// What a rate would be if all that could not be judged stood against it; more trials would lack as
// many, so where it matters which way those went no number decides.
std::optional<double> standing(double least, double most, double limit) {
  if (most < limit) return most;
  if (least > limit) return least;
  return std::nullopt;
}

Advice for_a_rate(const Estimate& known, double limit, const Confidence& confidence) {
  const Count& total = known.total;
  const auto all = static_cast<double>(total.trials + total.missing);
  if (known.effective_trials <= 0) return {};
  const std::optional<double> value =
      standing(static_cast<double>(total.hits) / all,
               static_cast<double>(total.hits + total.missing) / all, limit);
  if (!value) return {};
  const std::optional<double> growth = growth_to_decide(OpenRate{.value = *value,
                                                                 .limit = limit,
                                                                 .trials = known.effective_trials,
                                                                 .to_pass = confidence.to_pass(),
                                                                 .to_fail = confidence.to_fail()});
  if (!growth) return {};
  return advice(*growth, {.clusters = static_cast<double>(known.clusters),
                          .size = known.cluster_size,
                          .icc = known.icc});
}

// Of a difference whose one-sided intervals, to pass and to fail by, are these two's. How much more
// trials of the same clusters would tell is not known of a difference: clusters alone are advised.
Advice for_a_change(const Difference& to_pass, const Difference& to_fail, double margin,
                    const Confidence& confidence) {
  if (to_pass.clusters < 2) return {};
  const PairedCount& total = to_pass.total;
  const auto judged =
      static_cast<double>(total.both + total.only_first + total.only_second + total.neither);
  const auto missing = static_cast<double>(total.missing);
  const double rise = judged * to_pass.value;
  const std::optional<double> value = standing((rise - missing) / (judged + missing),
                                               (rise + missing) / (judged + missing), margin);
  if (!value) return {};
  return more_clusters({.value = *value,
                        .limit = margin,
                        .arm = *value < margin ? to_pass.interval.high - to_pass.value
                                               : to_fail.value - to_fail.interval.low,
                        .to_pass = confidence.to_pass(),
                        .to_fail = confidence.to_fail()},
                       to_pass.clusters);
}

}  // namespace

Decision decide(double low, double high, double limit) {
  if (high <= limit) return Decision::pass;
  return low > limit ? Decision::fail : Decision::inconclusive;
}

LimitTest at_most(std::span<const Count> clusters, double limit, Confidence confidence) {
  const Estimate to_pass = estimate(clusters, two_sided(confidence.to_pass()));
  const Estimate to_fail = estimate(clusters, two_sided(confidence.to_fail()));
  LimitTest result{.low = to_fail.bounds.low, .high = to_pass.bounds.high};
  result.decision = decide(result.low, result.high, limit);
  if (result.decision == Decision::inconclusive)
    result.advice = for_a_rate(to_pass, limit, confidence);
  return result;
}

Decision keeps_at_most(std::span<const Count> clusters, double limit, Confidence confidence) {
  return decide(estimate(clusters, two_sided(confidence.to_fail())).bounds.low,
                estimate(clusters, two_sided(confidence.to_pass())).bounds.high, limit);
}

LimitTest at_least(std::span<const Count> clusters, double limit, Confidence confidence) {
  std::vector<Count> misses(clusters.begin(), clusters.end());
  for (Count& one : misses) one.hits = one.trials - one.hits;
  LimitTest result = at_most(misses, 1 - limit, confidence);
  result = {.decision = result.decision,
            .low = 1 - result.high,
            .high = 1 - result.low,
            .advice = result.advice};
  return result;
}

LimitTest no_worse(std::span<const PairedCount> clusters, double margin, Confidence confidence) {
  const Difference to_pass = difference(clusters, two_sided(confidence.to_pass()));
  const Difference to_fail =
      confidence.rules > 1 ? difference(clusters, two_sided(confidence.to_fail())) : to_pass;
  LimitTest result{.low = to_fail.bounds.low, .high = to_pass.bounds.high};
  result.decision = decide(result.low, result.high, margin);
  if (result.decision == Decision::inconclusive)
    result.advice = for_a_change(to_pass, to_fail, margin, confidence);
  return result;
}

Decision all_of(std::span<const Decision> decisions) {
  if (std::ranges::find(decisions, Decision::fail) != decisions.end()) return Decision::fail;
  const bool all_pass =
      !decisions.empty() && std::ranges::count(decisions, Decision::pass) == std::ssize(decisions);
  return all_pass ? Decision::pass : Decision::inconclusive;
}

}  // namespace redcode::stats
