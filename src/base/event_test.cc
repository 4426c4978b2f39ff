#include "base/event.h"

#include <gtest/gtest.h>

#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/system/system_error.hpp>
#include <vector>

#include "base/run.h"
#include "base/scope.h"

namespace redcode {
namespace {

using Clock = Event::Clock;

Task<> note_wait(Event& event, std::vector<int>& order) {
  order.push_back(1);
  co_await event.wait();
  order.push_back(3);
}
Task<> note_set(Event& event, std::vector<int>& order) {
  order.push_back(2);
  event.set();
  co_return;
}
Task<> wait_and_set(std::vector<int>& order) {
  const auto executor = co_await asio::this_coro::executor;
  Event event(executor);
  Scope scope(executor);
  scope.spawn(note_wait(event, order));
  scope.spawn(note_set(event, order));
  co_await scope.join();
}

TEST(Event, WakesWhoWaitsForIt) {
  std::vector<int> order;

  run(wait_and_set(order));

  EXPECT_EQ(order, (std::vector{1, 2, 3}));
}

Task<std::vector<bool>> set_twice_before_waiting() {
  Event event(co_await asio::this_coro::executor);
  event.set();
  event.set();
  std::vector<bool> was_set;
  was_set.push_back(co_await event.wait_until(Clock::time_point::min()));
  was_set.push_back(co_await event.wait_until(Clock::time_point::min()));
  co_return was_set;
}

TEST(Event, SetBeforeTheWaitIsRememberedOnceHoweverOften) {
  EXPECT_EQ(run(set_twice_before_waiting()), (std::vector{true, false}));
}

Task<> record_end(Event& event, bool& returned, boost::system::error_code& error) {
  try {
    co_await event.wait();
    returned = true;
  } catch (const boost::system::system_error& thrown) {
    error = thrown.code();
  }
}

struct CancelledWait {
  bool returned = false;
  boost::system::error_code error;
  bool still_set = false;
};
enum class Set { before, after, never };

Task<CancelledWait> cancel_a_wait(Set set) {
  const auto executor = co_await asio::this_coro::executor;
  Event event(executor);
  CancelledWait seen;
  Scope scope(executor);
  scope.spawn(record_end(event, seen.returned, seen.error));
  co_await asio::post(asio::use_awaitable);  // it waits now
  if (set == Set::before) event.set();
  scope.cancel();
  if (set == Set::after) event.set();
  co_await scope.join();
  seen.still_set = co_await event.wait_until(Clock::time_point::min());
  co_return seen;
}

TEST(Event, ACancelledWaitThrows) {
  const CancelledWait seen = run(cancel_a_wait(Set::never));

  EXPECT_FALSE(seen.returned);
  EXPECT_EQ(seen.error, asio::error::operation_aborted);
  EXPECT_FALSE(seen.still_set);
}

TEST(Event, WhatWasSetIsNeitherLostNorTakenTwiceWhenItsWaiterIsCancelled) {
  for (const Set set : {Set::before, Set::after}) {
    const CancelledWait seen = run(cancel_a_wait(set));

    EXPECT_NE(seen.returned, seen.still_set);
  }
}

}  // namespace
}  // namespace redcode
