#include "stats/weighted_sum.h"

#include <gtest/gtest.h>

#include "stats/wilson.h"

namespace redcode::stats {
namespace {

// Newcombe, "Interval estimation for the difference between independent proportions" (1998),
// example 56/70 less 48/80, method 10.
TEST(WeightedSum, MatchesNewcombesDifferenceOfIndependentRates) {
  const std::vector<Term> terms{{.weight = 1, .value = 0.8, .interval = wilson(56, 70)},
                                {.weight = -1, .value = 0.6, .interval = wilson(48, 80)}};

  const Sum sum = weighted_sum(terms);

  EXPECT_NEAR(sum.value, 0.2, 1e-12);
  EXPECT_NEAR(sum.low, 0.0524, 0.00005);
  EXPECT_NEAR(sum.high, 0.3339, 0.00005);
}

TEST(WeightedSum, OfOneRateIsThatRate) {
  const std::vector<Portion> clusters{{3, 10}, {1, 12}, {7, 9}, {0, 20}};

  const std::vector<Term> terms{term_of(1, clusters, 0.95)};
  const Sum sum = weighted_sum(terms);

  const Clustered alone = clustered(clusters, 0.95);
  EXPECT_NEAR(sum.low, alone.interval.low, 1e-12);
  EXPECT_NEAR(sum.high, alone.interval.high, 1e-12);
}

// Opposites are taken for independent: that their doubts cancel is not to be had from few clusters.
TEST(WeightedSum, OfOppositesIsSurerThanOfTwinsButNotCertain) {
  const std::vector<Portion> clusters{{3, 10}, {1, 10}, {7, 10}, {5, 10}};
  std::vector<Portion> opposite = clusters;
  for (Portion& one : opposite) one.hits = one.trials - one.hits;

  const Term rate = term_of(0.5, clusters, 0.95);
  const Sum twins = weighted_sum(std::vector<Term>{rate, rate});
  Term other = term_of(0.5, opposite, 0.95);
  const Sum opposites = weighted_sum(std::vector<Term>{rate, other});
  other.residuals.clear();
  const Sum strangers = weighted_sum(std::vector<Term>{rate, other});

  EXPECT_NEAR(twins.high - twins.low, rate.interval.high - rate.interval.low, 1e-12);
  EXPECT_NEAR(opposites.value, 0.5, 1e-12);
  EXPECT_LT(opposites.high - opposites.low, twins.high - twins.low);
  EXPECT_NEAR(opposites.high, strangers.high, 1e-12);
  EXPECT_NEAR(opposites.low, strangers.low, 1e-12);
}

TEST(WeightedSum, IsTheWholeRangeIfOneRateIsOfOneCluster) {
  const std::vector<Portion> many{{3, 10}, {1, 10}, {7, 10}, {5, 10}};
  const std::vector<Portion> one{{10, 10}};

  const Sum sum = weighted_sum(std::vector<Term>{term_of(2, many, 0.95), term_of(-1, one, 0.95)});

  EXPECT_NEAR(sum.value, 0.8 - 1, 1e-12);
  EXPECT_EQ(sum.low, -1);
  EXPECT_EQ(sum.high, 2);
}

}  // namespace
}  // namespace redcode::stats
