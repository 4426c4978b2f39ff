#include "base/process.h"

#include <gtest/gtest.h>

#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "base/failure.h"
#include "base/run.h"
#include "base/scope.h"

namespace redcode {
namespace {

using namespace std::chrono_literals;

Task<> append_to(std::string& all, std::string_view bytes) {
  all += bytes;
  co_return;
}

ProcessEnd collect(std::vector<std::string> argv, std::chrono::seconds limit, std::string& all) {
  return run(run_process({.argv = std::move(argv), .limit = limit},
                         [&all](std::string_view bytes) { return append_to(all, bytes); }));
}

TEST(RunProcess, GivesOutputAndExitCode) {
  std::string all;

  const ProcessEnd end = collect({"sh", "-c", "echo out; echo err >&2; exit 3"}, 10s, all);

  EXPECT_EQ(end.exit_code, 3);
  EXPECT_EQ(all, "out\nerr\n");
}

TEST(RunProcess, ATimeLimitKillsGrandchildrenToo) {
  std::string all;
  const auto start = std::chrono::steady_clock::now();

  const ProcessEnd end = collect({"sh", "-c", "sleep 30 & sleep 30"}, 1s, all);

  EXPECT_TRUE(end.timed_out);
  EXPECT_LT(std::chrono::steady_clock::now() - start, 10s);
}

Task<> end_both(Task<ProcessEnd> work, ProcessEnd& end, bool& over) {
  end = co_await std::move(work);
  over = true;
}
Task<> tick(const bool& over, int& ticks) {
  asio::steady_timer timer(co_await asio::this_coro::executor);
  while (!over) {
    timer.expires_after(10ms);
    co_await timer.async_wait(asio::use_awaitable);
    ++ticks;
  }
}
Task<> beside_ticks(Task<ProcessEnd> work, ProcessEnd& end, int& ticks) {
  const auto executor = co_await asio::this_coro::executor;
  bool over = false;
  Scope scope(executor);
  scope.spawn(tick(over, ticks));
  scope.spawn(end_both(std::move(work), end, over));
  co_await scope.join();
}
Task<> ignore(std::string_view) { co_return; }

TEST(RunProcess, AProgramThatClosesItsOutputAndGoesOnMeetsItsTimeLimitToo) {
  ProcessEnd end;
  int ticks = 0;
  ProcessRequest request{.argv = {"sh", "-c", "exec >/dev/null 2>&1; sleep 20"}, .limit = 1s};

  run(beside_ticks(run_process(std::move(request), ignore), end, ticks));

  EXPECT_TRUE(end.timed_out);
  EXPECT_GT(ticks, 5) << "the other tasks stood still meanwhile";
}

TEST(RunProcess, AMissingProgramIsAFailure) {
  std::string all;

  EXPECT_THROW(collect({"no-such-program-here"}, 1s, all), Failure);
}

TEST(ProgramExists, TellsTheTruth) {
  EXPECT_TRUE(program_exists("sh"));
  EXPECT_FALSE(program_exists("no-such-program-here"));
}

}  // namespace
}  // namespace redcode
