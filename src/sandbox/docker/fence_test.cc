#include "sandbox/docker/fence.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <filesystem>

#include "base/failure.h"
#include "base/temp_dir.h"

namespace redcode::docker {
namespace {

using testing::HasSubstr;

TEST(RequireOwnNamespaces, RefusesAProcessOfThisHosts) {
  EXPECT_THROW(require_own_namespaces(getpid(), {"net"}), Failure);
}

TEST(RequireNoDumps, AsksTheKernel) {
  rlimit before{};
  getrlimit(RLIMIT_CORE, &before);
  const rlimit some{.rlim_cur = 0, .rlim_max = before.rlim_max};
  if (before.rlim_max == 0) GTEST_SKIP() << "nothing here may dump";
  setrlimit(RLIMIT_CORE, &some);

  EXPECT_THROW(require_no_dumps(getpid()), Failure);

  setrlimit(RLIMIT_CORE, &before);
}

TEST(ShiftIn, ReadsAMapThatOnlyShifts) {
  EXPECT_EQ(shift_in("         0          0 4294967295\n"), 0U);
  EXPECT_EQ(shift_in("         0     100000      65536\n"), 100'000U);
}

TEST(ShiftIn, RefusesAnythingElse) {
  EXPECT_THROW(shift_in(""), Failure);
  EXPECT_THROW(shift_in("0 1000 1\n1 100000 65536\n"), Failure);
  EXPECT_THROW(shift_in("5 100000 65536\n"), Failure);
}

constexpr const char* root_line = "10 1 0:50 / / rw,relatime - overlay overlay rw\n";

TEST(RequireReadOnly, WantsTheSandboxsOwnFilesMountedReadOnly) {
  const std::string own =
      std::string(root_line) + "11 10 0:50 /etc /etc ro,relatime - overlay o rw\n";
  const std::string writable =
      std::string(root_line) + "11 10 0:50 /etc /etc rw,relatime - overlay o rw\n";
  const std::string hosts =
      std::string(root_line) + "11 10 8:1 /etc /etc ro,relatime - ext4 /dev/x rw\n";

  EXPECT_NO_THROW(require_read_only(own, {"/etc"}));
  EXPECT_THROW(require_read_only(writable, {"/etc"}), Failure);
  EXPECT_THROW(require_read_only(hosts, {"/etc"}), Failure);
  EXPECT_THROW(require_read_only(root_line, {"/etc"}), Failure);
}

TEST(RequireNoSubmounts, TakesAPlainDirectory) {
  const TempDir folder("fence-test");

  EXPECT_NO_THROW(
      require_no_submounts({.mounts = {{.source = folder.path().string(), .target = "/in"}}}));
}

TEST(RequireNoSubmounts, RefusesADirectoryWithAMountInside) {
  // Every host has one.
  EXPECT_THROW(require_no_submounts({.mounts = {{.source = "/", .target = "/in"}}}), Failure);
  EXPECT_THROW(require_no_submounts({.mounts = {{.source = "/no/such", .target = "/in"}}}),
               Failure);
}

}  // namespace
}  // namespace redcode::docker
