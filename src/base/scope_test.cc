#include "base/scope.h"

#include <gtest/gtest.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <stdexcept>

#include "base/run.h"
#include "base/uncancellable.h"

namespace redcode {
namespace {

using namespace std::chrono_literals;

Task<> nap_then_count(std::chrono::milliseconds nap, int& count) {
  asio::steady_timer timer(co_await asio::this_coro::executor, nap);
  co_await timer.async_wait(asio::use_awaitable);
  ++count;
}

Task<> fail() {
  throw std::runtime_error("child failed");
  co_return;
}

Task<> spawn_three(int& count) {
  Scope scope(co_await asio::this_coro::executor);
  for (int i = 0; i < 3; ++i) scope.spawn(nap_then_count(1ms, count));
  co_await scope.join();
}

Task<> one_fails(int& count) {
  Scope scope(co_await asio::this_coro::executor);
  scope.spawn(fail());
  scope.spawn(nap_then_count(1ms, count));
  co_await scope.join();
}

Task<> cancel_a_long_nap(int& count) {
  Scope scope(co_await asio::this_coro::executor);
  scope.spawn(nap_then_count(1h, count));
  scope.cancel();
  co_await scope.join();
}

TEST(Scope, JoinWaitsForEveryChild) {
  int count = 0;

  run(spawn_three(count));

  EXPECT_EQ(count, 3);
}

TEST(Scope, JoinRethrowsTheFirstFailureAfterTheOthersEnded) {
  int count = 0;

  EXPECT_THROW(run(one_fails(count)), std::runtime_error);

  EXPECT_EQ(count, 1);
}

Task<> uncancellable_nap(int& count) { co_await uncancellable(nap_then_count(20ms, count)); }

Task<> join_long_children(int& count, bool& went_on) {
  Scope scope(co_await asio::this_coro::executor);
  scope.spawn(nap_then_count(1h, count));
  scope.spawn(uncancellable_nap(count));
  co_await scope.join();
  asio::steady_timer timer(co_await asio::this_coro::executor, 1ms);
  co_await timer.async_wait(asio::use_awaitable);
  went_on = true;
}

Task<> cancel_the_parent(int& count, bool& went_on) {
  const auto executor = co_await asio::this_coro::executor;
  Scope outer(executor);
  outer.spawn(join_long_children(count, went_on));
  asio::steady_timer timer(executor, 1ms);
  co_await timer.async_wait(asio::use_awaitable);
  outer.cancel();
  co_await outer.join();
}

TEST(Scope, ACancelledParentCancelsItsChildrenWaitsForThemAndStops) {
  int count = 0;
  bool went_on = false;

  EXPECT_THROW(run(cancel_the_parent(count, went_on)), boost::system::system_error);

  EXPECT_EQ(count, 1);
  EXPECT_FALSE(went_on);
}

TEST(Scope, CancelEndsAWaitingChild) {
  int count = 0;

  EXPECT_THROW(run(cancel_a_long_nap(count)), boost::system::system_error);

  EXPECT_EQ(count, 0);
}

}  // namespace
}  // namespace redcode
