#include "doctor/advisories.h"

#include <gmock/gmock.h>

#include <set>

namespace redcode::doctor {
namespace {

using ::testing::Contains;
using ::testing::IsEmpty;
using ::testing::IsSupersetOf;
using ::testing::Not;

std::set<std::string_view> names(std::string_view program, std::string_view version,
                                 std::string_view package = "") {
  std::set<std::string_view> all;
  for (const Advisory& one : open_advisories(program, version, package)) all.insert(one.name);
  return all;
}

TEST(Advisories, HoldForTheBranchesThatWereNotMended) {
  const std::set<std::string_view> of_november = {"CVE-2025-31133", "CVE-2025-52565",
                                                  "CVE-2025-52881"};
  for (const char* old : {"1.1.5+ds1", "1.1.15", "1.2.7", "1.3.0", "1.3.2"})
    EXPECT_THAT(names("runc", old), IsSupersetOf(of_november)) << old;
  for (const char* good : {"1.2.8", "1.3.3", "1.4.0", "2.0.0"})
    EXPECT_THAT(names("runc", good), IsEmpty()) << good;
}

TEST(Advisories, KnowWhatADistributionMendedItself) {
  EXPECT_THAT(names("runc", "1.1.5+ds1", "1.1.5+ds1-1"), Contains("CVE-2024-21626"));
  EXPECT_THAT(names("runc", "1.1.5+ds1", "1.1.5+ds1-1+deb12u1"), Not(Contains("CVE-2024-21626")));
  EXPECT_THAT(names("runc", "1.1.12"), Not(Contains("CVE-2024-21626")));
}

TEST(Advisories, KnowOldReleasesOfOthers) {
  EXPECT_FALSE(names("runsc", "release-20221219.0").empty());
  EXPECT_TRUE(names("runsc", "release-20260101.0").empty());
  EXPECT_FALSE(names("docker", "20.10.24+dfsg1").empty());
  EXPECT_TRUE(names("docker", "29.0.1").empty());
  EXPECT_TRUE(names("crun", "1.21").empty());
  EXPECT_FALSE(names("crun", "1.8.1").empty());
}

TEST(Advisories, EachSaysWhy) {
  for (const Advisory& one : advisories()) {
    EXPECT_FALSE(one.what.empty() || one.program.empty()) << one.name;
    EXPECT_FALSE(one.fixed_in.empty()) << one.name;
  }
}

}  // namespace
}  // namespace redcode::doctor
