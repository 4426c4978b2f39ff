#include "stats/clustered.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "stats/wilson.h"

namespace redcode::stats {
namespace {

double width(const Clustered& one) { return one.interval.high - one.interval.low; }

// Many clusters, so that presumption and small-sample correction are gone: the effective trials are
// rate * (1 - rate) / variance, with the variance by leaving out one cluster at a time.
TEST(Clustered, AgreesWithTheJackknifeOverClusters) {
  std::vector<Portion> clusters;
  double hits = 0;
  double trials = 0;
  for (int c = 0; c < 2000; ++c) {
    clusters.push_back({.hits = static_cast<double>(c * 7 % 11), .trials = 10.0 + c % 5});
    hits += clusters.back().hits;
    trials += clusters.back().trials;
  }
  const double rate = hits / trials;
  double variance = 0;
  for (const Portion& one : clusters) {
    const double without = (hits - one.hits) / (trials - one.trials);
    variance += (without - rate) * (without - rate) * 1999.0 / 2000;
  }

  const Clustered known = clustered(clusters, 0.95);

  const double expected = rate * (1 - rate) / variance;
  EXPECT_NEAR(known.effective_trials / expected, 1, 0.02);
}

TEST(Clustered, TrialsThatAreAllAlikeInAClusterCountOnce) {
  std::vector<Portion> alike;
  for (int c = 0; c < 400; ++c) alike.push_back({.hits = c % 2 == 0 ? 20.0 : 0.0, .trials = 20});

  const Clustered known = clustered(alike, 0.95);

  EXPECT_NEAR(known.effective_trials, 400, 8);
}

TEST(Clustered, KnowsLessFromFewerClusters) {
  std::vector<Portion> few;
  std::vector<Portion> many;
  for (int c = 0; c < 6; ++c) few.push_back({.hits = c % 2 == 0 ? 50.0 : 10.0, .trials = 100});
  for (int c = 0; c < 60; ++c) many.push_back({.hits = c % 2 == 0 ? 5.0 : 1.0, .trials = 10});

  EXPECT_GT(width(clustered(few, 0.95)), 2 * width(clustered(many, 0.95)));
}

// No hit in 30 clusters of 20 is hardly better than in 30 trials: they may be all-or-nothing.
TEST(Clustered, IsHonestWhereNoTwoTrialsDiffer) {
  const std::vector<Portion> none(30, {.hits = 0, .trials = 20});
  const std::vector<Portion> all(30, {.hits = 20, .trials = 20});

  const Clustered misses = clustered(none, 0.95);
  const Clustered hits = clustered(all, 0.95);

  EXPECT_NEAR(misses.interval.high, wilson(0, 30).high, 0.01);
  EXPECT_NEAR(misses.interval.low, 0, 1e-12);
  EXPECT_NEAR(hits.interval.low, 1 - misses.interval.high, 1e-12);
}

// Ten domains of four scenarios; two of them hit throughout.
TEST(Clustered, TakesTheWiderOfClustersAndGroups) {
  std::vector<Portion> clusters(40, {.hits = 0, .trials = 10});
  for (std::size_t c = 0; c < 8; ++c) clusters[c].hits = 10;
  const Clustered alone = clustered(clusters, 0.95);
  for (std::size_t c = 0; c < clusters.size(); ++c) clusters[c].group = c / 4;

  const Clustered grouped = clustered(clusters, 0.95);

  const Clustered of_groups = clustered(by_group(clusters), 0.95);
  EXPECT_LT(grouped.interval.low, alone.interval.low);
  EXPECT_GT(grouped.interval.high, alone.interval.high);
  EXPECT_NEAR(grouped.interval.high, of_groups.interval.high, 1e-12);
  EXPECT_EQ(grouped.clusters, 40U);
}

TEST(Clustered, GroupsThatDoNotMatterNarrowNothing) {
  std::vector<Portion> clusters;
  for (std::size_t c = 0; c < 60; ++c)
    clusters.push_back({.hits = c % 4 == 0 ? 9.0 : 1.0, .trials = 10, .group = c / 4});
  std::vector<Portion> alone = clusters;
  for (Portion& one : alone) one.group = 0;

  EXPECT_EQ(clustered(clusters, 0.95).interval, clustered(alone, 0.95).interval);
}

TEST(Clustered, OneClusterSaysNothingOfOthers) {
  const std::vector<Portion> one{{.hits = 40, .trials = 100}};

  EXPECT_EQ(clustered(one, 0.95).interval, Interval{});
  EXPECT_EQ(clustered({}, 0.95).interval, Interval{});
  EXPECT_NEAR(clustered(one, 0.95).value, 0.4, 1e-12);
}

TEST(Clustered, EvenClustersStayFinite) {
  const std::vector<Portion> even(40, {.hits = 5, .trials = 10});

  const Clustered known = clustered(even, 0.95);

  EXPECT_GT(known.effective_trials, 300);
  EXPECT_LE(known.effective_trials, 500);
}

}  // namespace
}  // namespace redcode::stats
