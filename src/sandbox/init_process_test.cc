#include "sandbox/init_process.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

namespace redcode::sandbox {
namespace {

TEST(InitProcess, LivesUntilItIsKilled) {
  const pid_t child = fork();
  if (child == 0) {
    while (true) pause();
  }
  const InitProcess init(child);

  EXPECT_TRUE(init.lives());

  kill(child, SIGKILL);
  siginfo_t ended{};
  waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOWAIT);  // dead, not yet reaped
  EXPECT_FALSE(init.lives());

  waitpid(child, nullptr, 0);
  EXPECT_FALSE(init.lives());
}

TEST(InitProcess, DoesNotLiveWhenItNeverWas) {
  EXPECT_FALSE(InitProcess().lives());
  EXPECT_FALSE(InitProcess(1 << 30).lives());
}

}  // namespace
}  // namespace redcode::sandbox
