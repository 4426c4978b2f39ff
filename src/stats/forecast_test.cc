#include "stats/forecast.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace redcode::stats {
namespace {

TEST(Forecast, EqualTrialsLeaveNoDoubt) {
  const std::vector<double> used(5, 3.0);

  const Forecast seen = forecast(used, 100).value();

  EXPECT_DOUBLE_EQ(seen.each, 3);
  EXPECT_DOUBLE_EQ(seen.whole, 300);
  EXPECT_DOUBLE_EQ(seen.whole_between.low, 300);
  EXPECT_DOUBLE_EQ(seen.whole_between.high, 300);
}

TEST(Forecast, OneTrialTellsNothingOfHowTheyDiffer) {
  EXPECT_FALSE(forecast(std::vector{3.0}, 100));
  EXPECT_FALSE(forecast({}, 100));
}

TEST(Forecast, AFinishedRunCostsWhatItCost) {
  const Forecast seen = forecast(std::vector{1.0, 2.0, 6.0}, 3).value();

  EXPECT_DOUBLE_EQ(seen.whole, 9);
  EXPECT_DOUBLE_EQ(seen.whole_between.low, 9);
  EXPECT_DOUBLE_EQ(seen.whole_between.high, 9);
}

TEST(Forecast, NeverFallsBelowWhatIsSpent) {
  const Forecast seen = forecast(std::vector{0.0, 0.0, 90.0}, 1000).value();

  EXPECT_EQ(seen.whole_between.low, 90);
  EXPECT_EQ(seen.each_between.low, 0);
}

TEST(Forecast, HoldsTheTruthAboutAsOftenAsItSays) {
  std::mt19937 dice(7);
  std::gamma_distribution<double> cost(4, 250);  // as tokens of trials: skewed, never negative
  int held = 0;
  for (int round = 0; round < 1000; ++round) {
    std::vector<double> all(300);
    for (double& one : all) one = cost(dice);
    double truth = 0;
    for (const double one : all) truth += one;

    const Forecast seen = forecast(std::span(all).first(20), all.size()).value();

    held += seen.whole_between.low <= truth && truth <= seen.whole_between.high ? 1 : 0;
  }
  EXPECT_GE(held, 930);
  EXPECT_LE(held, 970);
}

}  // namespace
}  // namespace redcode::stats
