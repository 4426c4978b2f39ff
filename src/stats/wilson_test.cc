#include "stats/wilson.h"

#include <gtest/gtest.h>

namespace redcode::stats {
namespace {

// Worked examples of Newcombe, "Two-sided confidence intervals for the single proportion" (1998),
// method 3.
TEST(Wilson, MatchesNewcombesWorkedExamples) {
  const Interval first = wilson(81, 263);
  EXPECT_NEAR(first.low, 0.2553, 0.00005);
  EXPECT_NEAR(first.high, 0.3662, 0.00005);

  const Interval second = wilson(15, 148);
  EXPECT_NEAR(second.low, 0.0624, 0.00005);
  EXPECT_NEAR(second.high, 0.1605, 0.00005);

  const Interval none = wilson(0, 20);
  EXPECT_NEAR(none.low, 0.0, 0.00005);
  EXPECT_NEAR(none.high, 0.1611, 0.00005);

  const Interval one = wilson(1, 29);
  EXPECT_NEAR(one.low, 0.0061, 0.00005);
  EXPECT_NEAR(one.high, 0.1718, 0.00005);
}

TEST(Wilson, KnowsNothingFromNoTrials) {
  EXPECT_EQ(wilson(0, 0).low, 0.0);
  EXPECT_EQ(wilson(0, 0).high, 1.0);
}

}  // namespace
}  // namespace redcode::stats
