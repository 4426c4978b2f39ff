#include "base/uncancellable.h"

#include <gtest/gtest.h>

#include <boost/asio/steady_timer.hpp>
#include <boost/system/system_error.hpp>

#include "base/run.h"
#include "base/scope.h"

namespace redcode {
namespace {

using namespace std::chrono_literals;

struct Steps {
  bool made = false;
  bool went_on = false;
};

Task<int> make(Steps& steps) {
  asio::steady_timer timer(co_await asio::this_coro::executor, 20ms);
  co_await timer.async_wait(asio::use_awaitable);
  steps.made = true;
  co_return 7;
}

Task<> make_and_go_on(Steps& steps) {
  EXPECT_EQ(co_await uncancellable(make(steps)), 7);
  asio::steady_timer timer(co_await asio::this_coro::executor, 1h);
  co_await timer.async_wait(asio::use_awaitable);
  steps.went_on = true;
}

Task<> cancel_while_making(Steps& steps) {
  const auto executor = co_await asio::this_coro::executor;
  Scope scope(executor);
  scope.spawn(make_and_go_on(steps));
  asio::steady_timer timer(executor, 1ms);
  co_await timer.async_wait(asio::use_awaitable);
  scope.cancel();
  co_await scope.join();
}

TEST(Shield, FinishesTheStepAndKeepsTheCancellation) {
  Steps steps;

  EXPECT_THROW(run(cancel_while_making(steps)), boost::system::system_error);

  EXPECT_TRUE(steps.made);
  EXPECT_FALSE(steps.went_on);
}

}  // namespace
}  // namespace redcode
