#include "stats/correction.h"

#include <gtest/gtest.h>

namespace redcode::stats {
namespace {

// Examples 1, 2 and 4 of Lang and Reiczigel, "Confidence limits for prevalence of disease adjusted
// for estimated sensitivity and specificity" (2014).
TEST(Correction, MatchesLangAndReiczigelsWorkedExamples) {
  const Corrected first =
      correct({4060, 11284}, {.sensitivity = {178, 179}, .specificity = {358, 359}});
  EXPECT_NEAR(first.interval.low, 0.349, 0.0005);
  EXPECT_NEAR(first.interval.high, 0.372, 0.0005);

  const Corrected second = correct({51, 2971}, {.sensitivity = {32, 33}, .specificity = {20, 20}});
  EXPECT_NEAR(second.interval.low, 0, 0.0005);
  EXPECT_NEAR(second.interval.high, 0.053, 0.0005);

  const Corrected fourth =
      correct({259, 509}, {.sensitivity = {84, 127}, .specificity = {96, 109}});
  EXPECT_NEAR(fourth.interval.low, 0.58, 0.005);
  EXPECT_NEAR(fourth.interval.high, 0.87, 0.005);

  const Corrected also = correct({51, 509}, {.sensitivity = {23, 41}, .specificity = {187, 195}});
  EXPECT_NEAR(also.interval.low, 0.037, 0.0005);
  EXPECT_NEAR(also.interval.high, 0.195, 0.0005);
}

TEST(Correction, FindsTheRateThatTheReaderMustHaveSeen) {
  const double sensitivity = 0.9;
  const double specificity = 0.8;
  const double truth = 0.3;
  const double apparent = truth * sensitivity + (1 - truth) * (1 - specificity);

  const Corrected found =
      correct({apparent * 1e6, 1e6}, {.sensitivity = {9e5, 1e6}, .specificity = {8e5, 1e6}});

  EXPECT_NEAR(found.value, truth, 1e-9);
  EXPECT_NEAR(found.interval.low, truth, 0.005);
  EXPECT_NEAR(found.interval.high, truth, 0.005);
}

TEST(Correction, NeverLeavesTheUnitInterval) {
  const Corrected below = correct({1, 100}, {.sensitivity = {90, 100}, .specificity = {80, 100}});
  const Corrected above = correct({99, 100}, {.sensitivity = {80, 100}, .specificity = {90, 100}});

  EXPECT_EQ(below.value, 0);
  EXPECT_EQ(below.interval.low, 0);
  EXPECT_EQ(above.value, 1);
  EXPECT_EQ(above.interval.high, 1);
}

TEST(Correction, LearnsNothingFromAReaderNoBetterThanACoin) {
  const Corrected coin = correct({30, 100}, {.sensitivity = {50, 100}, .specificity = {50, 100}});
  const Corrected unmeasured = correct({30, 100}, {});

  EXPECT_EQ(coin.interval, Interval{});
  EXPECT_EQ(unmeasured.interval, Interval{});
}

TEST(Correction, WidensWhenTheReaderIsMeasuredOnLess) {
  const Corrected well =
      correct({300, 1000}, {.sensitivity = {970, 1000}, .specificity = {960, 1000}});
  const Corrected badly = correct({300, 1000}, {.sensitivity = {97, 100}, .specificity = {48, 50}});

  EXPECT_LT(badly.interval.low, well.interval.low);
  EXPECT_GT(badly.interval.high, well.interval.high);
}

TEST(Correction, OfAPartIsScaledToAllWithTheDoubtOfBoth) {
  const Corrected part{.value = 0.8, .interval = {.low = 0.7, .high = 0.9}};
  const Estimate sure{.value = 0.5, .interval = {.low = 0.5, .high = 0.5}};
  const Estimate unsure{.value = 0.5, .interval = {.low = 0.4, .high = 0.6}};

  const Corrected of_sure = of_all(part, sure);
  const Corrected of_unsure = of_all(part, unsure);

  EXPECT_NEAR(of_sure.value, 0.4, 1e-12);
  EXPECT_NEAR(of_sure.interval.low, 0.35, 1e-12);
  EXPECT_NEAR(of_sure.interval.high, 0.45, 1e-12);
  EXPECT_NEAR(of_unsure.value, 0.4, 1e-12);
  EXPECT_LT(of_unsure.interval.low, 0.32);
  EXPECT_GT(of_unsure.interval.low, 0.7 * 0.4);
}

}  // namespace
}  // namespace redcode::stats
