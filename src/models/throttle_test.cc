#include "models/throttle.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <boost/asio/this_coro.hpp>
#include <boost/system/system_error.hpp>
#include <vector>

#include "base/pause.h"
#include "base/run.h"
#include "base/scope.h"

namespace redcode::models {
namespace {

using namespace std::chrono_literals;

// A server that bears only so many requests at a time and refuses the rest.
struct Server {
  std::size_t bears = 0;
  std::size_t under_way = 0;
  std::size_t refusals = 0;
  std::size_t answers = 0;

  Task<bool> answers_request() {
    const bool borne = ++under_way <= bears;
    co_await pause_for(2ms);
    --under_way;
    ++(borne ? answers : refusals);
    co_return borne;
  }
};

Task<> one_request(Throttle& throttle, Server& server) {
  for (bool answered = false; !answered;) {
    Throttle::Place place = co_await throttle.enter();
    answered = co_await server.answers_request();
    answered ? place.succeeded() : place.overloaded();
  }
}

Task<> many_requests(Throttle& throttle, Server& server, int requests) {
  Scope scope(co_await asio::this_coro::executor);
  for (int i = 0; i < requests; ++i) scope.spawn(one_request(throttle, server));
  co_await scope.join();
}

struct Readings {
  std::size_t in_storm = 0;
  std::size_t after = 0;
  std::size_t wasted = 0;  // requests refused during the storm
};

Task<Readings> through_a_storm() {
  Throttle throttle(co_await asio::this_coro::executor, 64);
  Server server{.bears = 4};
  Readings readings;
  co_await many_requests(throttle, server, 300);
  readings.in_storm = throttle.limit();
  readings.wasted = server.refusals;
  server.bears = 1000;
  co_await many_requests(throttle, server, 3000);
  readings.after = throttle.limit();
  co_return readings;
}

TEST(Throttle, FallsInAStormAndRisesAfterIt) {
  const Readings readings = run(through_a_storm());

  EXPECT_LE(readings.in_storm, 8U);
  EXPECT_GE(readings.in_storm, 1U);
  EXPECT_LT(readings.wasted, 300U);
  EXPECT_EQ(readings.after, 64U);
}

Task<std::size_t> limit_after_all_fail_at_once() {
  Throttle throttle(co_await asio::this_coro::executor, 16);
  std::vector<Throttle::Place> places;
  for (int i = 0; i < 16; ++i) places.push_back(co_await throttle.enter());
  for (Throttle::Place& place : places) place.overloaded();
  co_return throttle.limit();
}

TEST(Throttle, OneStormHalvesTheLimitOnce) { EXPECT_EQ(run(limit_after_all_fail_at_once()), 8U); }

Task<std::size_t> limit_after_failures(std::size_t most, int failures) {
  Throttle throttle(co_await asio::this_coro::executor, most);
  for (int i = 0; i < failures; ++i) {
    Throttle::Place place = co_await throttle.enter();
    place.overloaded();
  }
  co_return throttle.limit();
}

TEST(Throttle, NeverFallsBelowOne) {
  EXPECT_EQ(run(limit_after_failures(8, 2)), 2U);
  EXPECT_EQ(run(limit_after_failures(8, 20)), 1U);
}

Task<> note_turn(Throttle& throttle, int number, std::vector<int>& order) {
  const Throttle::Place place = co_await throttle.enter();
  order.push_back(number);
  co_await pause_for(1ms);
}

Task<std::vector<int>> order_of_turns() {
  Throttle throttle(co_await asio::this_coro::executor, 1);
  std::vector<int> order;
  Scope scope(co_await asio::this_coro::executor);
  for (int i = 0; i < 10; ++i) scope.spawn(note_turn(throttle, i, order));
  co_await scope.join();
  co_return order;
}

TEST(Throttle, LetsInByOrder) {
  EXPECT_THAT(run(order_of_turns()), testing::ElementsAre(0, 1, 2, 3, 4, 5, 6, 7, 8, 9));
}

Task<> wait_and_be_cancelled(Throttle& throttle, std::vector<int>& order) {
  Scope scope(co_await asio::this_coro::executor);
  scope.spawn(note_turn(throttle, 1, order));
  scope.spawn(note_turn(throttle, 2, order));
  co_await pause_for(5ms);
  scope.cancel();
  try {
    co_await scope.join();
  } catch (const boost::system::system_error&) {
    co_return;
  }
  ADD_FAILURE() << "nobody was cancelled";
}

Task<std::vector<int>> places_after_a_cancellation() {
  Throttle throttle(co_await asio::this_coro::executor, 1);
  std::vector<int> order;
  {
    const Throttle::Place held = co_await throttle.enter();
    co_await wait_and_be_cancelled(throttle, order);
    EXPECT_EQ(throttle.under_way(), 1U);
  }
  EXPECT_EQ(throttle.under_way(), 0U);
  co_await note_turn(throttle, 3, order);
  co_return order;
}

TEST(Throttle, WhoIsCancelledLeavesTheQueueAndTakesNoPlaceAlong) {
  EXPECT_THAT(run(places_after_a_cancellation()), testing::ElementsAre(3));
}

}  // namespace
}  // namespace redcode::models
