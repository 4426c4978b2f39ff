#include "stats/repeats.h"

#include <algorithm>

#include "stats/clustered.h"

namespace redcode::stats {
namespace {

// C(passes, k) / C(tries, k), without large numbers.
double all_of(const Tries& one, std::uint64_t k) {
  double chance = 1;
  for (std::uint64_t i = 0; i < k; ++i) {
    if (one.passes <= i) return 0;
    chance *= static_cast<double>(one.passes - i) / static_cast<double>(one.tries - i);
  }
  return chance;
}

Tries with(const Tries& one, Missing missing) {
  const std::uint64_t more = missing == Missing::left_out ? 0 : one.missing;
  return {.passes = one.passes + (missing == Missing::hits ? more : 0),
          .tries = one.tries + more,
          .cases = one.cases};
}

// Cases with fewer than k tries say nothing.
Portion portion(const std::vector<Tries>& cluster, std::uint64_t k, Missing missing) {
  Portion portion{.group = cluster.empty() ? 0 : cluster.front().group};
  for (const Tries& one : cluster) {
    const Tries taken = with(one, missing);
    const auto cases = static_cast<double>(taken.tries < k ? 0 : taken.cases);
    portion.hits += cases > 0 ? cases * all_of(taken, k) : 0;
    portion.trials += cases;
  }
  return portion;
}

Clustered known(std::span<const std::vector<Tries>> clusters, std::uint64_t k, Missing missing,
                double confidence) {
  std::vector<Portion> portions;
  for (const std::vector<Tries>& one : clusters) portions.push_back(portion(one, k, missing));
  return clustered(portions, confidence);
}

}  // namespace

PassEstimate pass_all(std::span<const std::vector<Tries>> clusters, std::uint64_t k,
                      double confidence) {
  const Clustered judged = known(clusters, k, Missing::left_out, confidence);
  PassEstimate result{
      .value = judged.value, .interval = judged.interval, .clusters = judged.clusters};
  for (const std::vector<Tries>& cluster : clusters) {
    for (const Tries& one : cluster) (one.tries < k ? result.left_out : result.cases) += one.cases;
  }
  const Interval least = known(clusters, k, Missing::misses, confidence).interval;
  const Interval most = known(clusters, k, Missing::hits, confidence).interval;
  result.bounds = {.low = std::min(judged.interval.low, least.low),
                   .high = std::max(judged.interval.high, most.high)};
  return result;
}

PassEstimate hit_any(std::span<const std::vector<Tries>> clusters, std::uint64_t k,
                     double confidence) {
  std::vector<std::vector<Tries>> misses(clusters.begin(), clusters.end());
  for (std::vector<Tries>& cluster : misses) {
    for (Tries& one : cluster) one.passes = one.tries - one.passes;
  }
  PassEstimate result = pass_all(misses, k, confidence);
  const auto turned = [](const Interval& of) {
    return Interval{.low = 1 - of.high, .high = 1 - of.low};
  };
  result.value = 1 - result.value;
  result.interval = turned(result.interval);
  result.bounds = turned(result.bounds);
  return result;
}

}  // namespace redcode::stats
