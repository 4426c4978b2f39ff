#include "base/process.h"

#include <gtest/gtest.h>

#include "base/failure.h"
#include "base/run.h"

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
