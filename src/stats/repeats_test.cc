#include "stats/repeats.h"

#include <gtest/gtest.h>

#include <bit>

namespace redcode::stats {
namespace {

// Of all ways to choose k of the tries, the share that chose passes only; by trying each.
double by_enumeration(unsigned passes, unsigned tries, int k) {
  double chosen = 0;
  double good = 0;
  for (unsigned set = 0; set < (1U << tries); ++set) {
    if (std::popcount(set) != k) continue;
    chosen += 1;
    if ((set >> passes) == 0) good += 1;
  }
  return good / chosen;
}

TEST(Repeats, IsTheShareOfChoicesThatPassEveryTime) {
  for (unsigned passes = 0; passes <= 8; ++passes) {
    for (int k = 1; k <= 8; ++k) {
      const std::vector<std::vector<Tries>> one{{{.passes = passes, .tries = 8}}};

      EXPECT_NEAR(pass_all(one, static_cast<std::uint64_t>(k)).value, by_enumeration(passes, 8, k),
                  1e-12)
          << passes << " of 8, " << k;
    }
  }
}

TEST(Repeats, LeavesOutCasesWithTooFewTriesAndSaysSo) {
  const std::vector<std::vector<Tries>> clusters{{{4, 4}, {1, 2}}, {{2, 4}}, {{0, 3}}};

  const PassEstimate known = pass_all(clusters, 4);

  EXPECT_EQ(known.cases, 2U);
  EXPECT_EQ(known.left_out, 2U);
  EXPECT_EQ(known.clusters, 2U);
  EXPECT_NEAR(known.value, 0.5, 1e-12);
}

TEST(Repeats, BoundsTakeMissingTriesForFailuresAndForPasses) {
  const std::vector<std::vector<Tries>> whole(20, {{.passes = 2, .tries = 2}});
  std::vector<std::vector<Tries>> torn = whole;
  torn.push_back({{.missing = 2, .cases = 10}});

  const PassEstimate known = pass_all(torn, 2);

  EXPECT_EQ(known.interval, pass_all(whole, 2).interval);
  EXPECT_EQ(pass_all(whole, 2).bounds, pass_all(whole, 2).interval);
  EXPECT_EQ(known.left_out, 10U);
  EXPECT_LT(known.bounds.low, 20.0 / 30);
  EXPECT_NEAR(known.bounds.high, known.interval.high, 1e-12);
}

// One hit in four tries: C(3, 2) of C(4, 2) pairs of tries miss.
TEST(Repeats, AtLeastOnceIsOneLessNever) {
  const std::vector<std::vector<Tries>> clusters(10, {{.passes = 1, .tries = 4}});

  EXPECT_NEAR(hit_any(clusters, 1).value, 0.25, 1e-12);
  EXPECT_NEAR(hit_any(clusters, 2).value, 0.5, 1e-12);
  EXPECT_NEAR(hit_any(clusters, 4).value, 1, 1e-12);
  EXPECT_LT(hit_any(clusters, 2).interval.low, 0.5);
  EXPECT_GT(hit_any(clusters, 2).interval.high, 0.5);
}

TEST(Repeats, OneTryOfOneIsTheRateOfCases) {
  const std::vector<std::vector<Tries>> clusters{{{1, 1}, {0, 1}}, {{1, 1}}, {{1, 1}}};

  EXPECT_NEAR(pass_all(clusters, 1).value, 0.75, 1e-12);
}

TEST(Repeats, KnowsNothingWithoutCases) { EXPECT_EQ(pass_all({}, 3).interval, Interval{}); }

}  // namespace
}  // namespace redcode::stats
