#include "base/finally.h"

#include <gtest/gtest.h>

#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/system/system_error.hpp>
#include <string>

#include "base/failure.h"
#include "base/run.h"
#include "base/uncancellable.h"
#include "base/with_background.h"

namespace redcode {
namespace {

using namespace std::chrono_literals;

Task<int> gives(int value) { co_return value; }
Task<int> fails() {
  throw Failure(Failure::Kind::unavailable, "work");
  co_return 0;
}
Task<int> takes_long() {
  asio::steady_timer timer(co_await asio::this_coro::executor, 1h);
  co_await timer.async_wait(asio::use_awaitable);
  co_return 0;
}
Task<> closes(bool& closed) {
  asio::steady_timer timer(co_await asio::this_coro::executor, 1ms);
  co_await timer.async_wait(asio::use_awaitable);
  closed = true;
}
Task<> cannot_close() {
  throw Failure(Failure::Kind::unavailable, "close");
  co_return;
}
Task<> ignored(Task<int> work) { co_await std::move(work); }

// Starts `work` and cancels it a moment later.
Task<> cancelled(Task<int> work) {
  const auto executor = co_await asio::this_coro::executor;
  Scope scope(executor);
  scope.spawn(ignored(std::move(work)));
  asio::steady_timer timer(executor, 2ms);
  co_await timer.async_wait(asio::use_awaitable);
  scope.cancel();
  co_await scope.join();
}

std::string thrown_by(Task<int> work) {
  try {
    run(std::move(work));
  } catch (const Failure& failure) {
    return failure.what();
  }
  return "";
}

TEST(AndClose, ClosesHoweverTheWorkEnds) {
  bool after_result = false;
  bool after_failure = false;
  bool after_cancelling = false;

  EXPECT_EQ(run(finally(gives(7), closes(after_result))), 7);
  EXPECT_EQ(thrown_by(finally(fails(), closes(after_failure))), "work");
  EXPECT_THROW(run(cancelled(finally(takes_long(), closes(after_cancelling)))),
               boost::system::system_error);

  EXPECT_TRUE(after_result && after_failure && after_cancelling);
}

TEST(AndClose, TheWorksFailureOutranksThatOfClosing) {
  EXPECT_EQ(thrown_by(finally(gives(7), cannot_close())), "close");
  EXPECT_EQ(thrown_by(finally(fails(), cannot_close())), "work");
}

Task<int> with_helper(Task<int> work, Task<> helper) {
  const auto helpers = [&helper](Scope& scope) { scope.spawn(std::move(helper)); };
  co_return co_await with_background<int>(helpers, std::move(work));
}

TEST(Beside, HelpersEndWithTheWork) {
  EXPECT_EQ(run(with_helper(gives(7), ignored(takes_long()))), 7);
  EXPECT_EQ(thrown_by(with_helper(fails(), ignored(takes_long()))), "work");
  EXPECT_THROW(run(cancelled(with_helper(takes_long(), ignored(takes_long())))),
               boost::system::system_error);
}

Task<int> with_helper_after_an_uncancellable_step() {
  bool done = false;
  const auto step = [](bool& over) -> Task<> {
    asio::steady_timer timer(co_await asio::this_coro::executor, 20ms);
    co_await timer.async_wait(asio::use_awaitable);
    over = true;
  };
  co_await uncancellable(step(done));
  EXPECT_TRUE(done);
  co_return co_await with_helper(takes_long(), ignored(takes_long()));
}

TEST(Beside, OneWhoIsCancelledBeforeStartsNoHelper) {
  EXPECT_THROW(run(cancelled(with_helper_after_an_uncancellable_step())),
               boost::system::system_error);
}

TEST(Beside, AHelpersOwnFailureIsToldUnlessTheWorkFailed) {
  EXPECT_EQ(thrown_by(with_helper(gives(7), cannot_close())), "close");
  EXPECT_EQ(thrown_by(with_helper(fails(), cannot_close())), "work");
}

Task<> tries(Task<int> work) { co_await std::move(work); }
Task<int> opened(Task<int> work, bool& undone) {
  co_await or_undo(tries(std::move(work)), closes(undone));
  co_return 1;
}

TEST(OrUndo, UndoesOnlyWhatFailed) {
  bool undone = false;
  EXPECT_EQ(run(opened(gives(7), undone)), 1);
  EXPECT_FALSE(undone);

  EXPECT_THROW(run(opened(fails(), undone)), Failure);
  EXPECT_TRUE(undone);
}

TEST(OrUndo, UndoesToTheEndWhenItsCallerIsCancelled) {
  bool undone = false;
  EXPECT_THROW(run(cancelled(opened(takes_long(), undone))), boost::system::system_error);
  EXPECT_TRUE(undone);
}

}  // namespace
}  // namespace redcode
