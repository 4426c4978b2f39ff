#include "stats/simulated.h"

namespace redcode::stats {
namespace {

// 8, 26, 14, 32, 20 and again.
std::uint64_t size_of(std::size_t cluster) { return 8 + cluster * 3 % 5 * 6; }

}  // namespace

std::vector<Site> World::sites() const {
  std::vector<Site> made = layout;
  for (std::size_t c = 0; layout.empty() && c < clusters; ++c)
    made.push_back({.group = c, .trials = size_of(c), .second = size_of(c) / 2});
  return made;
}

double Simulated::chance() { return static_cast<double>(random_() >> 11U) * 0x1p-53; }

double Simulated::cluster_rate(double mean, double icc) {
  if (icc <= 0 || mean <= 0 || mean >= 1) return mean;
  if (icc >= 1) return chance() < mean ? 1 : 0;
  const double weight = (1 - icc) / icc;
  const double hits = std::gamma_distribution<double>(mean * weight)(random_);
  const double misses = std::gamma_distribution<double>((1 - mean) * weight)(random_);
  // So extreme that neither is a number: it is one or the other.
  if (hits + misses <= 0) return chance() < mean ? 1 : 0;
  return hits / (hits + misses);
}

std::vector<double> Simulated::site_rates(const std::vector<Site>& sites, double mean,
                                          const World& world) {
  std::vector<double> groups;
  std::vector<double> rates;
  for (const Site& site : sites) {
    while (groups.size() <= site.group) groups.push_back(cluster_rate(mean, world.group_icc));
    rates.push_back(cluster_rate(groups[site.group], world.icc));
  }
  return rates;
}

std::uint64_t Simulated::hits_of(std::uint64_t trials, double rate) {
  static constexpr std::uint64_t many = 64;
  if (trials > many && rate > 0 && rate < 1)
    return std::binomial_distribution<std::uint64_t>(trials, rate)(random_);
  std::uint64_t hits = 0;
  for (std::uint64_t i = 0; i < trials; ++i) hits += chance() < rate ? 1 : 0;
  return hits;
}

std::vector<Count> Simulated::run(const World& world) {
  const std::vector<Site> sites = world.sites();
  const std::vector<double> rates = site_rates(sites, world.rate, world);
  std::vector<Count> clusters;
  for (std::size_t c = 0; c < sites.size(); ++c) {
    clusters.push_back({.hits = hits_of(sites[c].trials, rates[c]),
                        .trials = sites[c].trials,
                        .group = sites[c].group});
  }
  return clusters;
}

std::vector<std::vector<Count>> Simulated::two_rates(const World& world) {
  const std::vector<Site> sites = world.sites();
  const std::vector<double> firsts = site_rates(sites, world.rate, world);
  const std::vector<double> others = site_rates(sites, 0.8, world);
  std::vector<std::vector<Count>> rates(2);
  for (std::size_t c = 0; c < sites.size(); ++c) {
    const Site& site = sites[c];
    const double leaning = world.opposed ? 1 - firsts[c] : firsts[c];
    rates[0].push_back(
        {.hits = hits_of(site.trials, firsts[c]), .trials = site.trials, .group = site.group});
    rates[1].push_back({.hits = hits_of(site.second, (leaning + others[c]) / 2),
                        .trials = site.second,
                        .group = site.group});
  }
  return rates;
}

std::vector<PairedCount> Simulated::two_runs(const Change& change) {
  const std::vector<Site> sites = change.first.sites();
  const std::vector<Count> first = run(change.first);
  const std::vector<double> mended = site_rates(sites, change.mended, change.first);
  const std::vector<double> broken = site_rates(sites, change.broken, change.first);
  std::vector<PairedCount> clusters;
  for (std::size_t c = 0; c < first.size(); ++c) {
    const Count& one = first[c];
    const std::uint64_t down = hits_of(one.hits, mended[c]);
    const std::uint64_t up = hits_of(one.trials - one.hits, broken[c]);
    clusters.push_back({.both = one.hits - down,
                        .only_first = down,
                        .only_second = up,
                        .neither = one.trials - one.hits - up,
                        .group = one.group});
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
