#include "cli/interruptible.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <csignal>

namespace redcode::cli {
namespace {

using namespace std::chrono_literals;

const Interruption usual{.last_words = "ended at once\n"};

// Work that never comes to a wait, while somebody presses Ctrl-C.
Task<int> stands_still(int signals) {
  for (int i = 0; i < signals; ++i) std::raise(SIGINT);
  _exit(7);
  co_return 0;
}

Task<int> waits() {
  asio::steady_timer timer(co_await asio::this_coro::executor, 1h);
  std::raise(SIGINT);
  co_await timer.async_wait(asio::use_awaitable);
  co_return 0;
}

TEST(Interruptible, TheFirstSignalStopsTheWorkInOrder) {
  Out out(stdout, stderr);
  EXPECT_EQ(run_interruptible(waits(), out, usual), 130);
  EXPECT_EQ(run_interruptible(waits(), out, usual), 130) << "each command counts its own";
}

TEST(InterruptibleDeathTest, TwoSignalsLeaveTheWorkItsTime) {
  Out out(stdout, stderr);
  EXPECT_EXIT(run_interruptible(stands_still(2), out, usual), testing::ExitedWithCode(7), "");
}

TEST(InterruptibleDeathTest, TheThirdEndsTheProgramEvenIfItsTasksStandStill) {
  Out out(stdout, stderr);
  EXPECT_EXIT(run_interruptible(stands_still(3), out, usual), testing::ExitedWithCode(130),
              "ended at once");
}

}  // namespace
}  // namespace redcode::cli
