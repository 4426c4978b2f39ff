#include "stats/simulated.h"

namespace redcode::stats {
namespace {

// 8, 26, 14, 32, 20 and again.
std::uint64_t size_of(std::size_t cluster) { return 8 + cluster * 3 % 5 * 6; }

}  // namespace

double Simulated::chance() { return static_cast<double>(random_() >> 11U) * 0x1p-53; }

double Simulated::cluster_rate(double mean, double likeness) {
  if (likeness <= 0 || mean <= 0 || mean >= 1) return mean;
  if (likeness >= 1) return chance() < mean ? 1 : 0;
  const double weight = (1 - likeness) / likeness;
  const double hits = std::gamma_distribution<double>(mean * weight)(random_);
  const double misses = std::gamma_distribution<double>((1 - mean) * weight)(random_);
  return hits + misses > 0 ? hits / (hits + misses) : 0;
}

std::uint64_t Simulated::hits_of(std::uint64_t trials, double rate) {
  std::uint64_t hits = 0;
  for (std::uint64_t i = 0; i < trials; ++i) hits += chance() < rate ? 1 : 0;
  return hits;
}

std::vector<Count> Simulated::run(const World& world) {
  std::vector<Count> clusters(world.clusters);
  for (std::size_t c = 0; c < world.clusters; ++c) {
    const std::uint64_t trials = size_of(c);
    clusters[c] = {.hits = hits_of(trials, cluster_rate(world.rate, world.likeness)),
                   .trials = trials};
  }
  return clusters;
}

std::vector<std::vector<Count>> Simulated::two_rates(const World& world) {
  std::vector<std::vector<Count>> rates(2, std::vector<Count>(world.clusters));
  for (std::size_t c = 0; c < world.clusters; ++c) {
    const std::uint64_t trials = size_of(c);
    const double first = cluster_rate(world.rate, world.likeness);
    const double leaning = world.opposed ? 1 - first : first;
    const double second = (leaning + cluster_rate(0.8, world.likeness)) / 2;
    rates[0][c] = {.hits = hits_of(trials, first), .trials = trials};
    rates[1][c] = {.hits = hits_of(trials / 2, second), .trials = trials / 2};
  }
  return rates;
}

std::vector<PairedCount> Simulated::two_runs(const Change& change) {
  const double likeness = change.first.likeness;
  std::vector<PairedCount> clusters;
  for (const Count& one : run(change.first)) {
    const std::uint64_t down = hits_of(one.hits, cluster_rate(change.mended, likeness));
    const std::uint64_t up = hits_of(one.trials - one.hits, cluster_rate(change.broken, likeness));
    clusters.push_back({.both = one.hits - down,
                        .only_first = down,
                        .only_second = up,
                        .neither = one.trials - one.hits - up});
  }
  return clusters;
}

std::vector<Count> Simulated::as_read(const std::vector<Count>& run, double sensitivity,
                                      double specificity) {
  std::vector<Count> read = run;
  for (Count& one : read) {
    one.hits = hits_of(one.hits, sensitivity) + hits_of(one.trials - one.hits, 1 - specificity);
  }
  return read;
}

ReaderAccuracy Simulated::measured(double sensitivity, double specificity, std::uint64_t labelled) {
  const auto of = static_cast<double>(labelled);
  return {.sensitivity = {.hits = static_cast<double>(hits_of(labelled, sensitivity)), .of = of},
          .specificity = {.hits = static_cast<double>(hits_of(labelled, specificity)), .of = of}};
}

}  // namespace redcode::stats
