#include "base/clock.h"

#include <gtest/gtest.h>

namespace redcode {
namespace {

TEST(Clock, ReadsAndWritesTheSameTime) {
  const std::string text = "2026-02-28T23:59:58Z";

  EXPECT_EQ(text_of(time_of(text).value()), text);
  EXPECT_EQ(text_of(end_of(time_of(text).value(), 2500)), "2026-03-01T00:00:00Z");
}

TEST(Clock, TakesNothingElseForATime) {
  for (const char* text : {"", "yesterday", "2026-02-30T00:00:00Z", "2026-02-28T24:00:00Z",
                           "2026-02-28T23:59:58+00", "2026-02-28 23:59:58Z", "-026-02-28T23:59:58Z",
                           "2026-0x-28T23:59:58Z", "2026-02-28T23:59:58Z "}) {
    EXPECT_FALSE(time_of(text)) << text;
  }
}

TEST(Clock, ALengthThatNoTrialCanHaveCountsAsNone) {
  const std::chrono::sys_seconds began = time_of("2026-01-01T00:00:00Z").value();

  EXPECT_EQ(end_of(began, ~0ULL), began);
}

}  // namespace
}  // namespace redcode
