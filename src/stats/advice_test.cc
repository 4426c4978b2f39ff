#include "stats/advice.h"

#include <gtest/gtest.h>

namespace redcode::stats {
namespace {

TEST(Advice, TheCloserToTheLimitTheMoreIsNeeded) {
  const double far = growth_to_decide(Open{.value = 0.05, .limit = 0.1, .arm = 0.06}).value();
  const double near = growth_to_decide(Open{.value = 0.08, .limit = 0.1, .arm = 0.06}).value();

  EXPECT_GT(far, 1);
  EXPECT_GT(near, 2 * far);
}

// Who is exactly at the limit now will hardly be there once more is known.
TEST(Advice, IsFiniteEvenAtTheLimit) {
  const double growth = growth_to_decide(Open{.value = 0.1, .limit = 0.1, .arm = 0.06}).value();

  EXPECT_GT(growth, 5);
  EXPECT_LT(growth, 100);
}

TEST(Advice, MoreConfidenceNeedsMore) {
  const Open open{.value = 0.05, .limit = 0.1, .arm = 0.06};
  Open surer = open;
  surer.to_pass = surer.to_fail = 0.99;
  surer.arm = 0.06 * 2.326 / 1.645;

  EXPECT_GT(growth_to_decide(surer).value(), growth_to_decide(open).value());
}

// With nothing hit, and likely nothing to come, what is needed is what none of so many takes.
TEST(Advice, OfARateThatNeverHitIsCloseToWhatNoneOfSoManyTakes) {
  const double growth = growth_to_decide(OpenRate{.value = 0, .limit = 0.05, .trials = 12}).value();

  EXPECT_GT(growth * 12, 52);
  EXPECT_LT(growth * 12, 52 * 12);
}

TEST(Advice, OfARateNeedsMoreTheCloserItIs) {
  const OpenRate far{.value = 0.05, .limit = 0.2, .trials = 20};
  const OpenRate near{.value = 0.15, .limit = 0.2, .trials = 20};

  EXPECT_GT(growth_to_decide(near).value(), growth_to_decide(far).value());
  EXPECT_EQ(growth_to_decide(OpenRate{.value = 0, .limit = 0.1}), std::nullopt);
}

TEST(Advice, KnowsNothingOfAValueWithoutDoubt) {
  EXPECT_EQ(growth_to_decide(Open{.value = 0.05, .limit = 0.1, .arm = 0}), std::nullopt);
}

TEST(Advice, TrialsOfTheSameClustersDoOnlyWhereTheyDiffer) {
  const Advice differ = advice(1.2, {.clusters = 50, .size = 1, .icc = 0.1});
  const Advice alike = advice(1.5, {.clusters = 50, .size = 20, .icc = 0.5});

  EXPECT_EQ(differ.more_clusters, 10U);
  EXPECT_GT(differ.more_trials.value(), 50U);
  EXPECT_EQ(alike.more_clusters, 25U);
  EXPECT_EQ(alike.more_trials, std::nullopt);
}

}  // namespace
}  // namespace redcode::stats
