#include "sandbox/attest/outside.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

namespace redcode::attest {
namespace {

using testing::Contains;
using testing::Key;

TEST(Outside, ReadsLimitsOfBothVersions) {
  EXPECT_EQ(limit_text("2147483648\n"), "2147483648");
  EXPECT_EQ(limit_text("max\n"), "unlimited");
  EXPECT_EQ(limit_text("9223372036854771712\n"), "unlimited");
  EXPECT_EQ(limit_text(""), "unlimited");
}

TEST(Outside, ReadsQuotasAsPartsOfOneTenthOfASecond) {
  EXPECT_EQ(quota_text("50000", "100000"), "50000");
  EXPECT_EQ(quota_text("25000", "50000"), "50000");
  EXPECT_EQ(quota_text("-1", "100000"), "unlimited");
  EXPECT_EQ(quota_text("max", "100000"), "unlimited");
  EXPECT_EQ(quota_text("50000", "0"), "unlimited");
  EXPECT_EQ(quota_text("18446744073709551615", "100000"), "unlimited");
}

TEST(Outside, SeesALivingProcess) {
  const Answers answers = look_from_outside(getpid());

  EXPECT_THAT(answers, Contains(Key("outside.seccomp")));
  EXPECT_THAT(answers, Contains(Key("outside.network")));
}

TEST(Outside, SaysNothingOfAProcessThatIsNotThere) {
  EXPECT_EQ(look_from_outside(0), Answers{});
  EXPECT_EQ(look_from_outside(0x7ffffffe), Answers{});
}

}  // namespace
}  // namespace redcode::attest
