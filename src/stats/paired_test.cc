#include "stats/paired.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

namespace redcode::stats {
namespace {

std::vector<PairedCount> same(std::size_t clusters, const PairedCount& each) {
  return std::vector<PairedCount>(clusters, each);
}

// So many clusters of one case each, of which so many flipped the one way and the other.
std::vector<PairedCount> single_cases(std::size_t down, std::size_t up) {
  std::vector<PairedCount> clusters = same(down, {.only_first = 1});
  clusters.resize(down + up, {.only_second = 1});
  clusters.push_back({.both = 1});
  return clusters;
}

// Fay, "Two-sided exact tests and matching confidence intervals for discrete data" (2010): 9 and 2
// discordant pairs give 0.06543 by McNemar's exact test.
TEST(SignTest, IsMcNemarsForSingleCases) {
  EXPECT_NEAR(sign_test(single_cases(9, 2)), 0.06543, 0.000005);
  EXPECT_NEAR(sign_test(single_cases(2, 9)), 0.06543, 0.000005);
  EXPECT_NEAR(sign_test(single_cases(0, 10)), 2 * std::pow(0.5, 10), 1e-12);
}

TEST(SignTest, IsOneWithoutChange) {
  EXPECT_EQ(sign_test({}), 1);
  EXPECT_EQ(sign_test(same(9, {.both = 3, .only_first = 2, .only_second = 2})), 1);
  EXPECT_EQ(sign_test(single_cases(5, 5)), 1);
}

// Thirty flips would be one in 500 million for independent cases; they are three throws of a coin.
TEST(SignTest, TakesAClusterForOneThrow) {
  EXPECT_NEAR(sign_test(same(3, {.only_second = 10, .neither = 10})), 0.25, 1e-12);
  EXPECT_EQ(sign_test(same(1, {.only_second = 30})), 1);
}

// Fisher's way with Darwin's fifteen pairs of plants, differences in eighths of an inch (The Design
// of Experiments, chapter 21): 1,726 of 32,768 combinations are at least as far from zero.
TEST(SignTest, MatchesFishersCountForDarwinsPlants) {
  std::vector<PairedCount> plants;
  for (const int difference : {49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48}) {
    const auto size = static_cast<std::uint64_t>(std::abs(difference));
    plants.push_back(difference > 0 ? PairedCount{.only_second = size}
                                    : PairedCount{.only_first = size});
  }

  EXPECT_NEAR(sign_test(plants), 1726.0 / 32768, 1e-12);
}

// By hand: 0.005 * 4, 0.01 * 3, 0.03 * 2, and 0.04 may not be below the one before it.
TEST(Holm, StepsDownAndNeverFalls) {
  const std::vector<double> adjusted = holm(std::vector<double>{0.01, 0.04, 0.03, 0.005});

  ASSERT_EQ(adjusted.size(), 4U);
  EXPECT_NEAR(adjusted[0], 0.03, 1e-12);
  EXPECT_NEAR(adjusted[1], 0.06, 1e-12);
  EXPECT_NEAR(adjusted[2], 0.06, 1e-12);
  EXPECT_NEAR(adjusted[3], 0.02, 1e-12);
}

TEST(Holm, StopsAtOne) {
  EXPECT_EQ(holm(std::vector<double>{0.6, 0.9}), (std::vector<double>{1, 1}));
  EXPECT_TRUE(holm({}).empty());
}

TEST(Difference, IsTheSecondRateLessTheFirst) {
  std::vector<PairedCount> clusters =
      same(20, {.both = 2, .only_first = 1, .only_second = 4, .neither = 13});
  clusters[0] = {.both = 4, .only_first = 3, .only_second = 0, .neither = 3};

  const Difference found = difference(clusters);

  EXPECT_NEAR(found.value, (76.0 - 22.0) / 390, 1e-12);
  EXPECT_EQ(found.clusters, 20U);
  EXPECT_EQ(found.total.only_second, 76U);
  EXPECT_LT(found.interval.low, found.value);
  EXPECT_GT(found.interval.high, found.value);
  EXPECT_EQ(found.p_value, sign_test(clusters));
}

TEST(Difference, IsTheSameEveryTime) {
  std::vector<PairedCount> clusters = same(12, {.both = 2, .only_second = 3, .neither = 5});
  clusters[3].only_first = 6;

  EXPECT_EQ(difference(clusters).interval, difference(clusters).interval);
}

TEST(Difference, SwappingTheRunsMirrorsIt) {
  std::vector<PairedCount> clusters =
      same(30, {.both = 2, .only_first = 1, .only_second = 3, .neither = 9});
  clusters[7].only_first = 8;
  std::vector<PairedCount> swapped = clusters;
  for (PairedCount& one : swapped) std::swap(one.only_first, one.only_second);

  const Difference forward = difference(clusters);
  const Difference backward = difference(swapped);

  EXPECT_NEAR(forward.value, -backward.value, 1e-12);
  EXPECT_NEAR(forward.interval.low, -backward.interval.high, 1e-9);
}

// Nothing flipped in 200 cases: that is no proof that nothing would.
TEST(Difference, IsNotCertainWhereNothingFlipped) {
  const Difference found = difference(same(20, {.both = 5, .neither = 5}));

  EXPECT_EQ(found.value, 0);
  EXPECT_LT(found.interval.low, -0.01);
  EXPECT_GT(found.interval.high, 0.01);
  EXPECT_GT(found.interval.low, -0.2);
}

TEST(Difference, MissingCasesWidenTheBounds) {
  const Difference found =
      difference(same(20, {.both = 2, .only_second = 1, .neither = 6, .missing = 1}));

  EXPECT_EQ(found.total.missing, 20U);
  EXPECT_LT(found.bounds.low, 0);
  EXPECT_LT(found.bounds.low, found.interval.low);
  EXPECT_GT(found.bounds.high, found.interval.high);
}

TEST(Difference, KnowsNothingBelowTwoClusters) {
  const Interval anything{.low = -1, .high = 1};

  EXPECT_EQ(difference({}).interval, anything);
  EXPECT_EQ(difference(same(1, {.both = 50, .neither = 50})).interval, anything);
}

}  // namespace
}  // namespace redcode::stats
