#include "sandbox/attest/want.h"

#include <gtest/gtest.h>

namespace redcode::attest {
namespace {

TEST(Want, RefusedHoldsForAnyReason) {
  for (const char* found : {"refused EPERM", "refused EINVAL", "absent", "killed 31"}) {
    EXPECT_TRUE(refused().holds(found)) << found;
  }
  for (const char* found : {"worked", "worked /dev/kvm", "refused", "refused ", "killed 9", "",
                            "error OSError: refused EPERM", "not refused 5"}) {
    EXPECT_FALSE(refused().holds(found)) << found;
  }
}

TEST(Want, DeniedHoldsOnlyWhereTheRightIsMissing) {
  for (const char* found : {"refused EPERM", "refused EACCES", "refused ENOSYS", "absent",
                            "refused ENOTSUP", "killed 31"}) {
    EXPECT_TRUE(denied().holds(found)) << found;
  }
  for (const char* found : {"refused EINVAL", "refused ENOENT", "refused EFAULT", "worked", ""}) {
    EXPECT_FALSE(denied().holds(found)) << found;
  }
}

TEST(Want, UnreadableHoldsForWhatGivesNothingAway) {
  for (const char* found : {"empty", "absent", "refused EACCES"}) {
    EXPECT_TRUE(unreadable().holds(found)) << found;
  }
  for (const char* found : {"readable", "", "worked"})
    EXPECT_FALSE(unreadable().holds(found)) << found;
}

TEST(Want, ExactlyHoldsForOneText) {
  EXPECT_TRUE(exactly("0").holds("0"));
  EXPECT_FALSE(exactly("0").holds("00"));
  EXPECT_FALSE(exactly("0").holds(""));
}

TEST(Want, OneOfHoldsForEachText) {
  const Want want = one_of({"zeros", "absent"});

  EXPECT_TRUE(want.holds("zeros"));
  EXPECT_TRUE(want.holds("absent"));
  EXPECT_FALSE(want.holds("zeros absent"));
  EXPECT_EQ(want.text, "zeros or absent");
}

TEST(Want, NotThisHoldsForAnyOtherFinding) {
  const Want want = not_this("net:[1]", "not the host's");

  EXPECT_TRUE(want.holds("net:[2]"));
  EXPECT_FALSE(want.holds("net:[1]"));
  EXPECT_FALSE(want.holds(""));
  EXPECT_FALSE(want.holds("error OSError: no"));
}

TEST(Want, NothingAndSomethingAreOpposites) {
  EXPECT_TRUE(nothing().holds("nothing"));
  EXPECT_FALSE(nothing().holds("/run/a.sock"));
  EXPECT_FALSE(nothing().holds(""));
  EXPECT_TRUE(something().holds("eth0"));
  EXPECT_FALSE(something().holds("nothing"));
}

TEST(Want, OnlyHoldsForKnownWords) {
  const Want want = only({"lo", "tunl0"});

  EXPECT_TRUE(want.holds("lo"));
  EXPECT_TRUE(want.holds("tunl0 lo"));
  EXPECT_TRUE(want.holds("nothing"));
  EXPECT_FALSE(want.holds("lo eth0"));
  EXPECT_FALSE(want.holds(""));
}

TEST(Want, NoneOfHoldsWithoutThoseWords) {
  const Want want = none_of({"systemd", "init"});

  EXPECT_TRUE(want.holds("sleep"));
  EXPECT_FALSE(want.holds("systemd"));
  EXPECT_FALSE(want.holds("sleep init"));
  EXPECT_FALSE(want.holds("error KeyError: x"));
}

TEST(Want, NumbersHoldWithinTheirBounds) {
  EXPECT_TRUE(between(10, 20).holds("10"));
  EXPECT_TRUE(between(10, 20).holds("20"));
  EXPECT_FALSE(between(10, 20).holds("9"));
  EXPECT_FALSE(between(10, 20).holds("21"));
  EXPECT_FALSE(at_most(5).holds("-1"));
  EXPECT_FALSE(at_most(5).holds("unlimited"));
  EXPECT_FALSE(at_most(5).holds("5 "));
  EXPECT_FALSE(at_most(5).holds("99999999999999999999999"));
  EXPECT_TRUE(at_least(5).holds("6"));
  EXPECT_FALSE(at_least(5).holds("4"));
}

TEST(Want, NumbersSayTheirBounds) {
  EXPECT_EQ(between(10, 20).text, "10 to 20");
  EXPECT_EQ(at_most(5).text, "at most 5");
  EXPECT_EQ(at_least(5).text, "at least 5");
}

TEST(Want, AnythingHoldsAlwaysAndSaysWhy) {
  EXPECT_TRUE(anything("not judged").holds("worked"));
  EXPECT_EQ(anything("not judged").text, "not judged");
}

}  // namespace
}  // namespace redcode::attest
