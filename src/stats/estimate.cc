#include "stats/estimate.h"

#include <algorithm>

#include "stats/clustered.h"
#include "stats/weighted_sum.h"

namespace redcode::stats {
namespace {

std::vector<Portion> portions(std::span<const Count> clusters, Missing missing) {
  std::vector<Portion> all;
  all.reserve(clusters.size());
  for (const Count& one : clusters) {
    const auto extra = static_cast<double>(missing == Missing::left_out ? 0 : one.missing);
    all.push_back({.hits = static_cast<double>(one.hits) + (missing == Missing::hits ? extra : 0),
                   .trials = static_cast<double>(one.trials) + extra,
                   .group = one.group});
  }
  return all;
}

Sum mean(std::span<const std::vector<Count>> rates, Missing missing, double confidence) {
  const double weight = 1 / static_cast<double>(rates.size());
  std::vector<Term> terms;
  for (const std::vector<Count>& rate : rates)
    terms.push_back(term_of(weight, portions(rate, missing), confidence));
  return weighted_sum(terms);
}

std::size_t judged_clusters(std::span<const std::vector<Count>> rates) {
  std::vector<bool> judged;
  for (const std::vector<Count>& rate : rates) {
    judged.resize(std::max(judged.size(), rate.size()));
    for (std::size_t c = 0; c < rate.size(); ++c) judged[c] = judged[c] || rate[c].trials > 0;
  }
  return static_cast<std::size_t>(std::ranges::count(judged, true));
}

}  // namespace

Count& Count::operator+=(const Count& more) {
  hits += more.hits;
  trials += more.trials;
  missing += more.missing;
  return *this;
}

Estimate estimate(std::span<const Count> clusters, double confidence) {
  const Clustered judged = clustered(portions(clusters, Missing::left_out), confidence);
  Estimate result{.value = judged.value,
                  .interval = judged.interval,
                  .bounds = judged.interval,
                  .clusters = judged.clusters,
                  .effective_trials = judged.effective_trials,
                  .cluster_size = judged.size,
                  .icc = judged.icc};
  for (const Count& one : clusters) result.total += one;
  if (result.total.missing == 0) return result;
  const Clustered least = clustered(portions(clusters, Missing::misses), confidence);
  const Clustered most = clustered(portions(clusters, Missing::hits), confidence);
  result.bounds = {.low = std::min(judged.interval.low, least.interval.low),
                   .high = std::max(judged.interval.high, most.interval.high)};
  return result;
}

Estimate mean_estimate(std::span<const std::vector<Count>> rates, double confidence) {
  Estimate result{.clusters = judged_clusters(rates)};
  for (const std::vector<Count>& rate : rates) {
    for (const Count& one : rate) result.total += one;
  }
  if (result.total.trials + result.total.missing == 0) return result;
  const Sum judged = mean(rates, Missing::left_out, confidence);
  result.value = judged.value;
  result.interval = {.low = std::max(0.0, judged.low), .high = std::min(1.0, judged.high)};
  result.bounds = result.interval;
  if (result.total.missing == 0) return result;
  result.bounds.low =
      std::clamp(mean(rates, Missing::misses, confidence).low, 0.0, result.interval.low);
  result.bounds.high =
      std::clamp(mean(rates, Missing::hits, confidence).high, result.interval.high, 1.0);
  return result;
}

}  // namespace redcode::stats
