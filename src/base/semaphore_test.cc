#include "base/semaphore.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <vector>

#include "base/run.h"
#include "base/scope.h"

namespace redcode {
namespace {

using namespace std::chrono_literals;

struct Watch {
  int now = 0;
  int most = 0;
  std::vector<int> order;
};

Task<> work(Semaphore& gate, Watch& watch, int number) {
  const Semaphore::Permit permit = co_await gate.acquire();
  watch.order.push_back(number);
  watch.most = std::max(watch.most, ++watch.now);
  asio::steady_timer timer(co_await asio::this_coro::executor, 1ms);
  co_await timer.async_wait(asio::use_awaitable);
  --watch.now;
}

Task<> ten_through_two_places(Watch& watch) {
  const auto executor = co_await asio::this_coro::executor;
  Semaphore gate(executor, 2);
  Scope scope(executor);
  for (int i = 0; i < 10; ++i) scope.spawn(work(gate, watch, i));
  co_await scope.join();
  EXPECT_EQ(gate.free_places(), 2U);
}

Task<> wait_and_be_cancelled(Watch& watch) {
  const auto executor = co_await asio::this_coro::executor;
  Semaphore gate(executor, 1);
  {
    const Semaphore::Permit held = co_await gate.acquire();
    Scope scope(executor);
    scope.spawn(work(gate, watch, 1));
    asio::steady_timer timer(executor, 1ms);
    co_await timer.async_wait(asio::use_awaitable);
    scope.cancel();
    EXPECT_THROW(co_await scope.join(), boost::system::system_error);
  }
  EXPECT_EQ(gate.free_places(), 1U);
}

Task<> ten_through_changing_places(Watch& before, Watch& after) {
  const auto executor = co_await asio::this_coro::executor;
  Semaphore gate(executor, 4);
  Scope scope(executor);
  for (int i = 0; i < 4; ++i) scope.spawn(work(gate, before, i));
  asio::steady_timer timer(executor, 0ms);
  co_await timer.async_wait(asio::use_awaitable);
  gate.set_places(1);
  for (int i = 0; i < 6; ++i) scope.spawn(work(gate, after, i));
  co_await scope.join();
}

TEST(Semaphore, WithFewerPlacesThoseInsideStayAndNobodyNewGetsInMeanwhile) {
  Watch before;
  Watch after;

  run(ten_through_changing_places(before, after));

  EXPECT_EQ(before.most, 4);
  EXPECT_EQ(after.most, 1);
  EXPECT_EQ(after.order.size(), 6U);
}

TEST(Semaphore, LetsNoMoreThanItsPlacesThroughAndInOrder) {
  Watch watch;

  run(ten_through_two_places(watch));

  EXPECT_EQ(watch.most, 2);
  EXPECT_EQ(watch.order, (std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
}

TEST(Semaphore, ACancelledWaiterTakesNoPlaceWithIt) {
  Watch watch;

  run(wait_and_be_cancelled(watch));

  EXPECT_TRUE(watch.order.empty());
}

}  // namespace
}  // namespace redcode
