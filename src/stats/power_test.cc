#include "stats/power.h"

#include <gtest/gtest.h>

#include <boost/math/distributions/binomial.hpp>
#include <cmath>

namespace redcode::stats {
namespace {

// The examples of R's power.prop.test: 76.7 in each group, and a power of 0.740 with 50.
TEST(Power, MatchesTheExamplesOfPowerPropTest) {
  EXPECT_EQ(trials_to_see(0.5, 0.75, {.power = 0.9}), 77U);
  EXPECT_EQ(trials_to_see(0.5, 0.75, {.power = 0.740}), 50U);
}

TEST(Power, DesignEffectMultipliesTheTrials) {
  EXPECT_EQ(trials_to_see(0.75, 0.5, {.power = 0.9, .design_effect = 10}), 768U);
}

TEST(Power, NoDifferenceIsNeverSeen) {
  EXPECT_EQ(trials_to_see(0.2, 0.2), std::nullopt);
  EXPECT_EQ(cases_to_see(0, 0.2), std::nullopt);
  EXPECT_EQ(cases_to_see(0.3, 0.2), std::nullopt);
}

// The power of McNemar's test, summed over how many cases flip and which way, for the number of
// cases that the plan asks for.
TEST(Power, PairedCasesReachTheirPower) {
  const double flipping = 0.3;
  const double difference = 0.1;
  const auto cases = static_cast<double>(cases_to_see(difference, flipping).value_or(0));
  const boost::math::binomial flips(cases, flipping);

  double power = 0;
  for (double flipped = 1; flipped <= cases; ++flipped) {
    const boost::math::binomial up(flipped, (flipping + difference) / 2 / flipping);
    for (double rises = 0; rises <= flipped; ++rises) {
      if (std::abs(2 * rises - flipped) < 1.959964 * std::sqrt(flipped)) continue;
      power += boost::math::pdf(flips, flipped) * boost::math::pdf(up, rises);
    }
  }

  EXPECT_NEAR(power, 0.8, 0.02);
}

}  // namespace
}  // namespace redcode::stats
