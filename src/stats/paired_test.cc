#include "stats/paired.h"

#include <gtest/gtest.h>

namespace redcode::stats {
namespace {

std::vector<PairedCount> same(std::size_t clusters, const PairedCount& each) {
  return std::vector<PairedCount>(clusters, each);
}

// A domain whose four scenarios all fall: no permutation of four can come below .125, and yet every
// one of its cases fell.
std::vector<PairedCount> fallen_domain() { return same(4, {.only_first = 166}); }

TEST(PValue, IsBelowFivePercentJustWhereTheIntervalLeavesOutZero) {
  for (const std::uint64_t up : {3U, 5U, 7U, 9U}) {
    std::vector<PairedCount> clusters =
        same(24, {.both = 2, .only_first = 3, .only_second = up, .neither = 8});
    for (std::size_t c = 0; c < clusters.size(); c += 4) clusters[c].only_first = 9;

    const Interval interval = difference(clusters).interval;
    const bool one_sided = interval.low > 0 || interval.high < 0;

    EXPECT_EQ(p_value(clusters).value() < 0.05, one_sided) << up;
  }
}

TEST(PValue, CallsAFallenDomainFallen) {
  EXPECT_LT(p_value(fallen_domain()).value(), 0.05);
  EXPECT_LT(difference(fallen_domain()).interval.high, 0);
  EXPECT_LT(difference(same(3, {.only_first = 222})).interval.high, 0);
}

TEST(PValue, IsNoneWhereThereIsNoQuestionOrNoAnswer) {
  EXPECT_EQ(p_value({}), std::nullopt);
  EXPECT_EQ(p_value(same(9, {.both = 3, .neither = 3})), std::nullopt);
  EXPECT_EQ(p_value(same(1, {.only_second = 30})), std::nullopt);
  EXPECT_EQ(p_value(same(2, {.only_second = 30})), std::nullopt);
}

TEST(PValue, IsOneWhereFlipsCancel) {
  EXPECT_EQ(p_value(same(9, {.both = 3, .only_first = 2, .only_second = 2})), 1);
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
  EXPECT_LE(found.bounds.low, found.interval.low);
  EXPECT_GT(found.bounds.high, found.interval.high);
}

// Every scenario of two domains of ten fell, and none of the others.
TEST(Difference, AllowsForDomainsThatChangeAsAWhole) {
  std::vector<PairedCount> clusters = same(40, {.both = 10});
  for (std::size_t c = 0; c < 8; ++c) clusters[c] = {.only_first = 10};
  const Interval alone = difference(clusters).interval;
  for (std::size_t c = 0; c < clusters.size(); ++c) clusters[c].group = c / 4;

  const Interval grouped = difference(clusters).interval;

  EXPECT_LT(alone.high, 0);
  EXPECT_GT(grouped.high, 0);
  EXPECT_LT(grouped.low, alone.low);
}

TEST(Difference, KnowsNothingBelowTwoClusters) {
  const Interval anything{.low = -1, .high = 1};

  EXPECT_EQ(difference({}).interval, anything);
  EXPECT_EQ(difference(same(1, {.both = 50, .neither = 50})).interval, anything);
}

}  // namespace
}  // namespace redcode::stats
