#include "personas/faults.h"

#include <gtest/gtest.h>

#include <map>

namespace redcode::personas {
namespace {

TEST(FaultsFrom, ReadsSeedAndRate) {
  const Result<Faults> faults = faults_from("7:0.25");

  ASSERT_TRUE(faults);
  EXPECT_EQ(faults->seed, 7U);
  EXPECT_EQ(faults->rate, 0.25);
}

TEST(FaultsFrom, RefusesAnythingElse) {
  for (const std::string_view text :
       {"", "7", ":", "7:", ":0.5", "7:1.5", "7:-0.1", "7:nan", "-7:0.5", "7:0.5x", "x:0.5"}) {
    EXPECT_FALSE(faults_from(text)) << text;
  }
}

TEST(FaultAt, MakesAboutThatShareMisbehaveInAllWaysAlike) {
  const Faults faults{.seed = 7, .rate = 0.2};
  std::map<Fault, int> seen;
  for (std::uint64_t i = 0; i < 10'000; ++i) {
    const std::optional<Fault> fault = fault_at(faults, i);
    if (fault) ++seen[*fault];
  }

  ASSERT_EQ(seen.size(), 5U);
  for (const auto& [fault, times] : seen) {
    EXPECT_GT(times, 320);
    EXPECT_LT(times, 480);
  }
}

TEST(FaultAt, FollowsFromSeedAndNumber) {
  int differ = 0;
  for (std::uint64_t i = 0; i < 100; ++i) {
    EXPECT_EQ(fault_at({.seed = 1, .rate = 0.5}, i), fault_at({.seed = 1, .rate = 0.5}, i));
    if (fault_at({.seed = 1, .rate = 0.5}, i) != fault_at({.seed = 2, .rate = 0.5}, i)) ++differ;
  }

  EXPECT_GT(differ, 20);
}

TEST(FaultAt, KnowsNeverAndAlways) {
  for (std::uint64_t i = 0; i < 100; ++i) {
    EXPECT_FALSE(fault_at({.seed = 1, .rate = 0}, i));
    EXPECT_TRUE(fault_at({.seed = 1, .rate = 1}, i));
  }
}

}  // namespace
}  // namespace redcode::personas
