#include "stats/estimate.h"

#include <gtest/gtest.h>

#include "stats/wilson.h"

namespace redcode::stats {
namespace {

std::vector<Count> forty_clusters() {
  std::vector<Count> clusters;
  for (std::uint64_t c = 0; c < 40; ++c)
    clusters.push_back({.hits = c * 3 % 7, .trials = 10 + c % 4});
  return clusters;
}

TEST(Estimate, IsWilsonsOfItsEffectiveTrials) {
  const Estimate known = estimate(forty_clusters());

  EXPECT_EQ(known.clusters, 40U);
  EXPECT_NEAR(known.value,
              static_cast<double>(known.total.hits) / static_cast<double>(known.total.trials),
              1e-12);
  EXPECT_EQ(known.interval, wilson_of(known.value, known.effective_trials));
  EXPECT_EQ(known.bounds, known.interval);
}

TEST(Estimate, MissingTrialsWidenTheBoundsAndNotTheInterval) {
  std::vector<Count> clusters = forty_clusters();
  const Estimate whole = estimate(clusters);
  for (Count& one : clusters) one.missing = 2;

  const Estimate holed = estimate(clusters);

  EXPECT_EQ(holed.interval, whole.interval);
  EXPECT_EQ(holed.total.missing, 80U);
  const auto all = static_cast<double>(holed.total.trials + 80);
  EXPECT_LT(holed.bounds.low, static_cast<double>(holed.total.hits) / all);
  EXPECT_GT(holed.bounds.high, static_cast<double>(holed.total.hits + 80) / all);
}

TEST(Estimate, KnowsNothingWhereAllIsMissing) {
  const std::vector<Count> clusters(10, {.missing = 5});

  const Estimate known = estimate(clusters);

  EXPECT_EQ(known.interval, Interval{});
  EXPECT_EQ(known.bounds, Interval{});
  EXPECT_EQ(known.clusters, 0U);
  EXPECT_EQ(known.total.missing, 50U);
}

TEST(Estimate, SkipsClustersWithoutTrials) {
  std::vector<Count> clusters = forty_clusters();
  const Estimate before = estimate(clusters);
  clusters.resize(60);

  const Estimate after = estimate(clusters);

  EXPECT_EQ(after.interval, before.interval);
  EXPECT_EQ(after.clusters, 40U);
}

TEST(MeanEstimate, OfOneRateIsThatRate) {
  const std::vector<std::vector<Count>> rates{forty_clusters()};

  const Estimate mean = mean_estimate(rates);

  const Estimate alone = estimate(rates[0]);
  EXPECT_NEAR(mean.value, alone.value, 1e-12);
  EXPECT_NEAR(mean.interval.low, alone.interval.low, 1e-12);
  EXPECT_NEAR(mean.interval.high, alone.interval.high, 1e-12);
  EXPECT_EQ(mean.clusters, 40U);
}

// Refusing everything: all of the one, none of the other. One half, and not for certain.
TEST(MeanEstimate, OfAllAndNothingIsOneHalfWithDoubt) {
  const std::vector<Count> all(30, {.hits = 10, .trials = 10});
  const std::vector<Count> nothing(30, {.hits = 0, .trials = 10});

  const Estimate mean = mean_estimate(std::vector<std::vector<Count>>{all, nothing});

  EXPECT_NEAR(mean.value, 0.5, 1e-12);
  EXPECT_LT(mean.interval.low, 0.49);
  EXPECT_GT(mean.interval.high, 0.51);
  EXPECT_EQ(mean.total.trials, 600U);
}

TEST(MeanEstimate, OfOneClusterMayBeAnything) {
  const std::vector<Count> all{{.hits = 10, .trials = 10}};
  std::vector<Count> many = forty_clusters();

  EXPECT_EQ(mean_estimate(std::vector<std::vector<Count>>{all, all}).interval, Interval{});
  EXPECT_EQ(mean_estimate(std::vector<std::vector<Count>>{many, all}).interval, Interval{});
}

// All of the one here, all of the other there: the two clusters make it look certain.
TEST(MeanEstimate, OfTwoOppositeClustersIsNotCertain) {
  const std::vector<Count> here{{.hits = 0, .trials = 10}, {.hits = 10, .trials = 10}};
  const std::vector<Count> there{{.hits = 10, .trials = 10}, {.hits = 0, .trials = 10}};

  const Estimate mean = mean_estimate(std::vector<std::vector<Count>>{here, there});

  EXPECT_LT(mean.interval.low, 0.25);
  EXPECT_GT(mean.interval.high, 0.75);
}

TEST(MeanEstimate, MissingTrialsWidenTheBounds) {
  std::vector<Count> holed = forty_clusters();
  for (Count& one : holed) one.missing = 5;

  const Estimate mean = mean_estimate(std::vector<std::vector<Count>>{holed, forty_clusters()});

  EXPECT_LT(mean.bounds.low, mean.interval.low);
  EXPECT_GT(mean.bounds.high, mean.interval.high);
}

}  // namespace
}  // namespace redcode::stats
