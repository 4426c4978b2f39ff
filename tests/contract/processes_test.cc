// What talking to a program in a sandbox means while it runs.
#include <boost/asio/this_coro.hpp>
#include <chrono>
#include <fstream>
#include <optional>

#include "base/scope.h"
#include "contract.h"
#include "sandbox/process.h"

namespace redcode::contract {
namespace {

using namespace std::chrono_literals;
using sandbox::Process;
using testing::HasSubstr;

class Processes : public Contract {
 protected:
  // A program in the sandbox that all checks share.
  std::unique_ptr<Process> start(sandbox::Command command) {
    return drive(subject().common().start(std::move(command)));
  }
};
INSTANTIATE_TEST_SUITE_P(, Processes, testing::ValuesIn(engine_names()), name_of);

using Clock = std::chrono::steady_clock;

struct Said {
  std::string out;
  std::string err;
};

void keep(Said& said, const Process::Piece& piece) {
  EXPECT_GE(piece.bytes.size(), 1U);
  EXPECT_LE(piece.bytes.size(), 65536U);
  (piece.stream == Process::Stream::out ? said.out : said.err) += piece.bytes;
}

// Until it has said `enough` bytes in all, or no more.
Task<Said> hear(Process& program, std::size_t enough) {
  Said said;
  while (said.out.size() + said.err.size() < enough) {
    const std::optional<Process::Piece> piece = co_await program.read();
    if (!piece) break;
    keep(said, *piece);
  }
  co_return said;
}

Task<Said> hear_all(Process& program) { return hear(program, std::string::npos); }

Task<std::string> ask(Process& program, std::string question, std::size_t length) {
  EXPECT_TRUE(co_await program.write(std::move(question)));
  const Said said = co_await hear(program, length);
  co_return said.out;
}

TEST_P(Processes, AProgramAnswersWhileItRuns) {
  const std::unique_ptr<Process> cat = start({.argv = {"cat"}});

  EXPECT_EQ(drive(ask(*cat, "one\n", 4)), "one\n");
  EXPECT_EQ(drive(ask(*cat, "two\n", 4)), "two\n");

  EXPECT_EQ(drive(cat->end()), 137);
}

TEST_P(Processes, TheFirstInputIsTheCommands) {
  const std::unique_ptr<Process> cat = start({.argv = {"cat"}, .stdin_bytes = "first "});

  EXPECT_EQ(drive(ask(*cat, "second", 12)), "first second");

  drive(cat->end());
}

TEST_P(Processes, TheEndOfItsInputEndsCat) {
  const std::unique_ptr<Process> cat = start({.argv = {"cat"}});
  drive(cat->write("last words"));

  cat->finish_writing();

  EXPECT_EQ(drive(hear_all(*cat)).out, "last words");
  EXPECT_EQ(drive(cat->end()), 0);
}

TEST_P(Processes, AProgramsOwnEndIsToldWithItsStatus) {
  const std::unique_ptr<Process> program = start(bash("echo hello; echo oops >&2; exit 3"));

  const Said said = drive(hear_all(*program));

  EXPECT_EQ(said.out, "hello\n");
  EXPECT_EQ(said.err, "oops\n");
  EXPECT_EQ(drive(program->end()), 3);
  EXPECT_EQ(drive(program->read()), std::nullopt) << "and still nothing";
}

TEST_P(Processes, ADaemonHoldsTheEndNotUp) {
  const auto start_time = Clock::now();
  const std::unique_ptr<Process> program = start(bash("sleep 1000 & echo done"));

  EXPECT_EQ(drive(hear_all(*program)).out, "done\n");
  EXPECT_EQ(drive(program->end()), 0);

  EXPECT_LT(Clock::now() - start_time, 15s);
  drive(subject().common().end_all());
}

TEST_P(Processes, EndingASleeperTakesNoTime) {
  const std::unique_ptr<Process> sleeper = start({.argv = {"sleep", "1005"}});
  const auto start_time = Clock::now();

  EXPECT_EQ(drive(sleeper->end()), 137);
  EXPECT_EQ(drive(sleeper->end()), 137) << "twice is fine";

  EXPECT_LT(Clock::now() - start_time, 10s);
  EXPECT_EQ(common_output("pgrep -fc '^sleep 1005'"), "0\n");
}

TEST_P(Processes, AProgramNobodyEndedIsEnded) {
  std::unique_ptr<Process> sleeper = start({.argv = {"sleep", "1006"}});
  ASSERT_EQ(common_output("pgrep -fc '^sleep 1006'"), "1\n");

  sleeper.reset();

  drive(pause_for(500ms));
  EXPECT_EQ(common_output("pgrep -fc '^sleep 1006'"), "0\n");
}

TEST_P(Processes, EndingAllEndsAProgramToo) {
  const std::unique_ptr<Process> sleeper = start({.argv = {"sleep", "1007"}});

  drive(subject().common().end_all());

  EXPECT_EQ(drive(hear_all(*sleeper)).out, "");
  EXPECT_EQ(drive(sleeper->end()), 137);
  EXPECT_EQ(common_output("echo usable"), "usable\n");
}

TEST_P(Processes, AProgramThatIsNotThereIsAFailure) {
  sandbox::Sandbox& box = subject().common();

  EXPECT_THAT(failure_of(box.start({.argv = {"no-such-program"}})), HasSubstr("cannot start"));
  EXPECT_THAT(failure_of(box.start({.argv = {"/etc/passwd"}})), HasSubstr("cannot start"));

  EXPECT_EQ(common_output("echo usable"), "usable\n");
}

TEST_P(Processes, WhatIsWrittenToAProgramThatEndedIsRefused) {
  const std::unique_ptr<Process> program = start({.argv = {"true"}});
  drive(hear_all(*program));

  // The first may go on its way before the news comes.
  bool taken = true;
  for (int i = 0; i < 100 && taken; ++i) taken = drive(program->write(std::string(65536, 'x')));

  EXPECT_FALSE(taken);
}

TEST_P(Processes, EveryByteComesThroughBothWays) {
  std::string bytes;
  for (int i = 0; i < 4096; ++i) bytes.push_back(static_cast<char>(i % 256));
  const std::unique_ptr<Process> cat = start({.argv = {"cat"}});

  EXPECT_TRUE(drive(ask(*cat, bytes, bytes.size())) == bytes);

  drive(cat->end());
}

std::size_t resident_bytes() {
  std::size_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages >> pages;
  return pages * 4096;
}

TEST_P(Processes, WhatIsNotReadIsNotKept) {
  const std::unique_ptr<Process> program =
      start(python("import os, sys\n"
                   "written = 0\n"
                   "while True:\n"
                   "    written += os.write(1, b'x' * 65536)\n"
                   "    with open('/tmp/written', 'w') as note: note.write(str(written))\n"));
  const std::size_t before = resident_bytes();

  drive(pause_for(1500ms));
  const std::string early = common_output("cat /tmp/written");
  drive(pause_for(500ms));
  const std::string late = common_output("cat /tmp/written");

  EXPECT_LT(resident_bytes(), before + (std::size_t{16} << 20U));
  EXPECT_EQ(early, late) << "it waits";
  EXPECT_LT(std::stoull(early), 16'000'000U);
  EXPECT_EQ(drive(hear(*program, 4'000'000)).err, "") << "and goes on";
  EXPECT_EQ(drive(program->end()), 137);
}

Task<std::string> hear_and_stop(sandbox::Sandbox& box, Process& program) {
  Scope scope(co_await asio::this_coro::executor);
  scope.spawn(box.stop());
  std::string failure = "no failure";
  try {
    co_await hear_all(program);
  } catch (const Failure& caught) {
    failure = caught.what();
  }
  co_await scope.join();
  co_return failure;
}

TEST_P(Processes, ASandboxThatIsStoppedIsNeverAProgramsEnding) {
  const std::unique_ptr<sandbox::Sandbox> box = drive(open());
  const std::unique_ptr<Process> sleeper = drive(box->start({.argv = {"sleep", "1008"}}));
  const auto start_time = Clock::now();

  EXPECT_THAT(drive(hear_and_stop(*box, *sleeper)), HasSubstr("the sandbox died"));
  EXPECT_EQ(drive(sleeper->end()), 137);

  EXPECT_LT(Clock::now() - start_time, 15s);
  EXPECT_THAT(failure_of(box->start({.argv = {"true"}})), HasSubstr("the sandbox died"));
  drive(box->close());
}

TEST_P(Processes, AProgramNobodyReadsDoesNotHoldUpStop) {
  const std::unique_ptr<sandbox::Sandbox> box = drive(open());
  const std::unique_ptr<Process> sleeper = drive(box->start({.argv = {"sleep", "1012"}}));
  const auto start_time = Clock::now();

  EXPECT_EQ(failure_of(box->stop()), "no failure");

  EXPECT_LT(Clock::now() - start_time, 10s);
  drive(box->close());
}

TEST_P(Processes, AProgramThatClosedItsStreamsFirstHasItsOwnStatus) {
  const std::unique_ptr<Process> program = start(bash("exec >&- 2>&-; sleep 0.2; exit 5"));

  EXPECT_EQ(drive(hear_all(*program)).out, "");
  EXPECT_EQ(drive(program->end()), 5);
}

Task<> read_for_long(Process& program, bool& aborted) {
  try {
    co_await program.read();
  } catch (const boost::system::system_error& error) {
    aborted = error.code() == asio::error::operation_aborted;
  }
}

Task<std::string> cancel_a_read(Process& program, bool& aborted) {
  Scope scope(co_await asio::this_coro::executor);
  scope.spawn(read_for_long(program, aborted));
  co_await pause_for(200ms);
  scope.cancel();
  co_await scope.join();
  co_return co_await ask(program, "still there\n", 12);
}

TEST_P(Processes, AReaderThatIsCancelledStopsWaitingAndMayReadAgain) {
  bool aborted = false;
  const std::unique_ptr<Process> cat = start({.argv = {"cat"}});

  EXPECT_EQ(drive(cancel_a_read(*cat, aborted)), "still there\n");

  EXPECT_TRUE(aborted);
  drive(cat->end());
}

TEST_P(Processes, AProgramHasItsThreeStreamsOpenAndNothingElse) {
  const std::unique_ptr<Process> program =
      start(python("import os; print(*sorted(os.listdir('/proc/self/fd')))"));

  EXPECT_EQ(drive(hear_all(*program)).out, "0 1 2 3\n") << "3 is the directory it lists";
}

// Descriptors and children of this process, which talks to the sandbox.
std::size_t entries_in(const char* folder) {
  const std::filesystem::directory_iterator all(folder);
  return static_cast<std::size_t>(std::distance(begin(all), end(all)));
}

TEST_P(Processes, NothingOfAProgramIsLeft) {
  drive(start({.argv = {"true"}})->end());
  const std::size_t before = entries_in("/proc/self/fd");

  for (int i = 0; i < 5; ++i) {
    const std::unique_ptr<Process> ended = start({.argv = {"sleep", "1009"}});
    drive(ended->end());
    start({.argv = {"sleep", "1009"}}).reset();
  }
  drive(pause_for(200ms));

  EXPECT_LE(entries_in("/proc/self/fd"), before);
  EXPECT_EQ(common_output("pgrep -fc '^sleep 1009'"), "0\n");
}

TEST_P(Processes, EndingAProgramLeavesItsDaemons) {
  const bool alone = GetParam().starts_with("oci") || !(has_own_kernel() || seen_from_beside());
  if (!alone) GTEST_SKIP() << "this engine ends everything inside with a program";
  const std::unique_ptr<Process> program =
      start(bash("sleep 1010 & echo started; exec sleep 1000"));
  drive(hear(*program, 8));

  EXPECT_EQ(drive(program->end()), 137);

  EXPECT_EQ(common_output("pgrep -fc '^sleep 1010'"), "1\n");
  drive(subject().common().end_all());
}

}  // namespace
}  // namespace redcode::contract
