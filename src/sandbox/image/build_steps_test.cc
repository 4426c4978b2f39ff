#include "sandbox/image/build_steps.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "base/failure.h"
#include "base/run.h"

namespace redcode::image {
namespace {

using testing::ElementsAre;

TEST(BuildSteps, MakeTheFilesThenTheUserThenTheTar) {
  const auto steps = debootstrap_steps({.packages = {"bash", "git"},
                                        .mirror = "http://mirror",
                                        .root = "/w/root",
                                        .tar = "/w/raw.tar"});

  ASSERT_EQ(steps.size(), 6U);
  EXPECT_THAT(steps[0], ElementsAre("debootstrap", "--variant=minbase", "--force-check-gpg",
                                    "--include=bash,git", "bookworm", "/w/root", "http://mirror"));
  EXPECT_THAT(steps[1], ElementsAre("chroot", "/w/root", "useradd", "--create-home", "--uid",
                                    "1000", "--shell", "/bin/bash", "dev"));
  EXPECT_THAT(steps[2],
              ElementsAre("chroot", "/w/root", "chmod", "1777", "/var/spool/cron/crontabs"));
  EXPECT_EQ(steps[3][2], "chown");
  EXPECT_EQ(steps[4].back(), "/etc/at.deny");
  EXPECT_THAT(steps[5],
              ElementsAre("tar", "--directory", "/w/root", "--numeric-owner",
                          "--exclude=./var/cache/apt/archives/*.deb", "-cf", "/w/raw.tar", "."));
  EXPECT_EQ(debootstrap_steps({.root = "/r"})[0].back(), "/r");
}

TEST(BuildSteps, LeavePackagesToTheRecipesInstall) {
  const auto steps = debootstrap_steps({.packages = {"bash", "git"},
                                        .recipe = "/data/images/dev",
                                        .mirror = "http://mirror",
                                        .root = "/w/root",
                                        .tar = "/w/raw.tar"});

  ASSERT_EQ(steps.size(), 4U);
  EXPECT_THAT(steps[0], ElementsAre("debootstrap", "--variant=minbase", "--force-check-gpg",
                                    "bookworm", "/w/root", "http://mirror"));
  EXPECT_THAT(steps[1], ElementsAre("cp", "-r", "/data/images/dev", "/w/root/tmp/recipe"));
  EXPECT_THAT(steps[2],
              ElementsAre("unshare", "--pid", "--fork", "--kill-child", "--mount-proc",
                          "--root=/w/root", "/tmp/recipe/install", "http://mirror", "bash", "git"));
  EXPECT_EQ(steps[3].front(), "tar");
}

TEST(BuildSteps, AFailedOneIsToldWithItsLastWords) {
  try {
    run(run_step({"sh", "-c", "echo no such package; exit 3"}));
    FAIL();
  } catch (const Failure& failure) {
    EXPECT_STREQ(failure.what(), "sh failed with 3:\nno such package\n");
  }
  EXPECT_NO_THROW(run(run_step({"true"})));
}

TEST(BuildSteps, TheHostsFolderForTemporaryFilesIsNotTheirs) {
  setenv("TMPDIR", "/var/tmp/of-the-host", 1);
  EXPECT_NO_THROW(run(run_step({"sh", "-c", "test -z \"$TMPDIR\""})));
  unsetenv("TMPDIR");
}

TEST(BuildSteps, AMirrorIsOneWordOfTheDockerfile) {
  const std::string file = "FROM x\nARG MIRROR=\"\"\nRUN y\n";

  EXPECT_EQ(with_mirror(file, ""), file);
  EXPECT_EQ(with_mirror(file, "http://m"), "FROM x\nARG MIRROR=\"http://m\"\nRUN y\n");
  for (const char* mirror : {"a\"b", "a\nRUN z", "$(z)", "`z`", "a b", "a\\"})
    EXPECT_THROW(with_mirror(file, mirror), Failure) << mirror;
  EXPECT_THROW(with_mirror("FROM x\n", "http://m"), Failure);
}

}  // namespace
}  // namespace redcode::image
