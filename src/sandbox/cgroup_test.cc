#include "sandbox/cgroup.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>

#include "base/failure.h"
#include "base/random.h"

namespace redcode::sandbox {
namespace {

// A process that forks another again and again, in a freezer (version 1) or version 2 group of its
// own.
class OwnGroup : public testing::Test {
 protected:
  void SetUp() override {
    for (const char* tree :
         {"/sys/fs/cgroup/freezer", "/sys/fs/cgroup/unified", "/sys/fs/cgroup"}) {
      const std::filesystem::path candidate = std::filesystem::path(tree) / ("rc-" + token_);
      if (std::filesystem::exists(std::filesystem::path(tree) / "cgroup.procs") &&
          mkdir(candidate.c_str(), 0755) == 0) {
        group_ = candidate;
        return;
      }
    }
    GTEST_SKIP() << "needs root and control groups";
  }
  void TearDown() override {
    for (const pid_t child : children_) {
      ::kill(child, SIGKILL);
      waitpid(child, nullptr, 0);
    }
    // The dead leave their group a moment later.
    for (int i = 0; i < 200 && rmdir(group_.c_str()) != 0; ++i) usleep(5000);
    EXPECT_FALSE(std::filesystem::exists(group_));
  }

  pid_t start(void (*work)()) {
    const pid_t child = fork();
    if (child == 0) {
      std::ofstream(group_ / "cgroup.procs") << getpid();
      work();
      _exit(0);
    }
    children_.push_back(child);
    for (int i = 0; i < 400 && !is_in(child); ++i) usleep(5000);
    return child;
  }
  bool is_in(pid_t child) const {
    std::ifstream members(group_ / "cgroup.procs");
    for (pid_t pid = 0; members >> pid;) {
      if (pid == child) return true;
    }
    return false;
  }

  std::string token_ = random_token(8);
  std::filesystem::path group_;
  std::vector<pid_t> children_;
};

[[noreturn]] void wait_for_ever() {
  while (true) pause();
}

[[noreturn]] void breed() {
  ::signal(SIGCHLD, SIG_IGN);
  while (true) {
    if (fork() == 0) {
      usleep(20'000);
      _exit(0);
    }
    usleep(2000);
  }
}

TEST_F(OwnGroup, ListsItsProcesses) {
  const pid_t child = start(wait_for_ever);

  EXPECT_THAT(Cgroup::of(child).processes(), testing::ElementsAre(child));
}

TEST_F(OwnGroup, KillsAllButOneEvenWhileTheyMultiply) {
  const pid_t spared = start(wait_for_ever);
  const pid_t bomb = start(breed);

  EXPECT_TRUE(Cgroup::of(spared).kill_all_but(spared));

  int status = 0;
  EXPECT_EQ(waitpid(bomb, &status, 0), bomb);
  EXPECT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(waitpid(spared, nullptr, WNOHANG), 0);
  EXPECT_THAT(Cgroup::of(spared).processes(), testing::ElementsAre(spared));
}

TEST_F(OwnGroup, GivesNothingForAControllerItHasNotGot) {
  const pid_t child = start(wait_for_ever);

  EXPECT_EQ(Cgroup::of(child).value("no-such-controller", "file"), "");
}

TEST(Cgroup, RefusesTheGroupsOfThisProcess) { EXPECT_THROW(Cgroup::of(getpid()), Failure); }

}  // namespace
}  // namespace redcode::sandbox
