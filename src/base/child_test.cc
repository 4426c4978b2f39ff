#include "base/child.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>

#include "base/failure.h"
#include "base/run.h"

namespace redcode {
namespace {

using namespace std::chrono_literals;
using Environment = ChildRequest::Environment;

struct Pipe {
  Pipe() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw Failure(Failure::Kind::unavailable, "no pipe");
    reading = Fd(ends[0]);
    writing = Fd(ends[1]);
  }
  // Up to `most` bytes, fewer if everybody closed the other end before.
  std::string read(std::size_t most) const {
    std::string all;
    std::array<char, 512> block{};
    while (all.size() < most) {
      const ssize_t got = ::read(reading.get(), block.data(), block.size());
      if (got <= 0) break;
      all.append(block.data(), static_cast<std::size_t>(got));
    }
    return all;
  }

  Fd reading;
  Fd writing;
};

int code_of(std::vector<std::string> argv, Environment environment = Environment::path_only) {
  Child child({.argv = std::move(argv), .environment = environment});
  return run(child.ended());
}

TEST(Child, EndsAsShellsSayIt) {
  EXPECT_EQ(code_of({"sh", "-c", "exit 3"}), 3);
  EXPECT_EQ(code_of({"sh", "-c", "kill -TERM $$"}), 128 + SIGTERM);
}

TEST(Child, ThatCannotBeStartedIsAFailure) {
  EXPECT_THROW(Child({.argv = {"no-such-program-here"}}), Failure);
}

TEST(Child, HasOurEnvironmentOnlyIfItIsGiven) {
  const std::vector<std::string> look = {"sh", "-c", "test -n \"$REDCODE_CHILD_TEST\""};
  ::setenv("REDCODE_CHILD_TEST", "secret", 1);

  EXPECT_EQ(code_of(look, Environment::path_only), 1);
  EXPECT_EQ(code_of(look, Environment::ours), 0);

  ::unsetenv("REDCODE_CHILD_TEST");
}

TEST(Child, HasTheStreamsItIsGivenAndASessionOfItsOwn) {
  Pipe in;
  Pipe out;
  const Child child({.argv = {"sh", "-c", "read word; echo $word; cut -d' ' -f6 /proc/$$/stat"},
                     .in = in.reading.get(),
                     .out = out.writing.get()});
  out.writing = Fd();
  ASSERT_EQ(::write(in.writing.get(), "hi\n", 3), 3);

  EXPECT_EQ(out.read(1000), "hi\n" + std::to_string(child.pid()) + "\n");
}

TEST(Child, DiesWithItsOwnerAndSoDoesWhatItStarted) {
  Pipe out;
  {
    const Child child(
        {.argv = {"sh", "-c", "sleep 1000 & echo; exec sleep 1000"}, .out = out.writing.get()});
    out.writing = Fd();
    EXPECT_EQ(out.read(1), "\n");
  }

  EXPECT_EQ(out.read(1), "") << "somebody holds its output open";
}

TEST(Child, WhatItStartedCanBeKilledThoughItHasEndedItself) {
  Pipe out;
  Child child({.argv = {"sh", "-c", "sleep 1000 & echo; exit 4"}, .out = out.writing.get()});
  out.writing = Fd();
  EXPECT_EQ(out.read(1), "\n");
  siginfo_t dead{};
  ASSERT_EQ(::waitid(P_PID, static_cast<id_t>(child.pid()), &dead, WEXITED | WNOWAIT), 0);

  child.kill();

  EXPECT_EQ(out.read(1), "");
  EXPECT_EQ(child.exit_code(), 4);
}

TEST(Child, IsWaitedForNoLongerThanAsked) {
  Child child({.argv = {"sleep", "1000"}});

  EXPECT_FALSE(run(child.wait(0ms)));
  EXPECT_FALSE(child.wait_blocking(0ms));
  EXPECT_EQ(child.exit_code(), std::nullopt);

  child.kill();

  EXPECT_TRUE(run(child.wait(1min)));
  EXPECT_EQ(child.exit_code(), 128 + SIGKILL);
}

TEST(Child, ThatSomebodyElseStartedIsWaitedForLikeAnyOther) {
  const pid_t pid = ::fork();
  if (pid == 0) ::_exit(5);

  Child child(pid);

  EXPECT_EQ(run(child.ended()), 5);
}

TEST(Child, StandsForItsProcessAsLongAsItIsThere) {
  pid_t pid = 0;
  {
    Child first({.argv = {"sleep", "1000"}});
    pid = first.pid();
    const Child moved = std::move(first);
    EXPECT_TRUE(Child::stands_for(pid));
    EXPECT_EQ(moved.pid(), pid);
  }

  EXPECT_FALSE(Child::stands_for(pid));
  EXPECT_EQ(::kill(pid, 0), -1);
}

}  // namespace
}  // namespace redcode
