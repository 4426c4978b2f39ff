// What running a command in a sandbox means.
#include <boost/asio/this_coro.hpp>
#include <chrono>

#include "base/digest.h"
#include "base/scope.h"
#include "contract.h"

namespace redcode::contract {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::UnorderedElementsAre;

class Commands : public Contract {};
INSTANTIATE_TEST_SUITE_P(, Commands, testing::ValuesIn(engine_names()), name_of);

using Clock = std::chrono::steady_clock;

std::string every_byte() {
  std::string bytes;
  for (int i = 0; i < 256; ++i) bytes.push_back(static_cast<char>(i));
  return bytes;
}

// Three ways to get away from one's parent, each marked by its sleeping time.
const std::string escape_artists =
    "sleep 1001 & setsid sleep 1002 & (setsid bash -c 'sleep 1003 & disown' &) ; "
    "python3 -c 'import os\n"
    "if os.fork() == 0:\n"
    "    os.setsid()\n"
    "    if os.fork() == 0:\n"
    "        os.execvp(\"sleep\", [\"sleep\", \"1004\"])\n"
    "    os._exit(0)\n"
    "os.wait()'; sleep 0.3; ";

// How many of them live; the dead that nobody waited for do not.
const std::string count_escaped = "ps -eo stat,args | grep -cE '^[^Z]\\S* +sleep 100[1-4]$'";

TEST_P(Commands, OutputErrorsAndExitCodeComeBackApart) {
  const sandbox::Ending ending = in_common(bash("echo hello; echo oops >&2; exit 3"));

  EXPECT_EQ(ending.out, "hello\n");
  EXPECT_EQ(ending.err, "oops\n");
  EXPECT_EQ(code_of(ending), 3);
}

TEST_P(Commands, InputIsHandedOverByteForByte) {
  std::string input;
  while (input.size() < (std::size_t{4} << 20U)) input += every_byte();

  const sandbox::Ending ending = in_common({.argv = {"sha256sum"}, .stdin_bytes = input});

  EXPECT_EQ(ending.out, sha256_hex(input) + "  -\n");
}

TEST_P(Commands, OutputComesBackByteForByte) {
  const std::string bytes = every_byte() + "\r\n\n" + every_byte();

  const sandbox::Ending ending =
      in_common({.argv = {"bash", "-c", "tee /dev/stderr"}, .stdin_bytes = bytes});

  EXPECT_TRUE(ending.out == bytes);
  EXPECT_TRUE(ending.err == bytes);
}

TEST_P(Commands, InputEndsWhenNothingMoreComes) {
  const auto start = Clock::now();

  const sandbox::Ending ending = in_common(bash("cat; echo ended"));

  EXPECT_EQ(ending.out, "ended\n");
  EXPECT_LT(Clock::now() - start, 10s);
}

TEST_P(Commands, InputThatNobodyReadsHoldsNothingUp) {
  const sandbox::Ending ending =
      in_common({.argv = {"true"}, .stdin_bytes = std::string(4'000'000, 'x')});

  EXPECT_EQ(code_of(ending), 0);
}

TEST_P(Commands, ArgumentsArriveUnchanged) {
  const std::vector<std::string> words = {"a b", "", "$HOME", "'\"\\", "line\nbreak", "-n", "é"};
  sandbox::Command command{
      .argv = {"python3", "-c", "import sys; print('|'.join(sys.argv[1:]), end='')"}};
  command.argv.insert(command.argv.end(), words.begin(), words.end());

  const sandbox::Ending ending = in_common(command);

  EXPECT_EQ(ending.out, "a b||$HOME|'\"\\|line\nbreak|-n|é") << ending.err;
}

TEST_P(Commands, OutputPastTheBudgetIsCutExactlyMarkedAndItsProgramEnded) {
  policy.output_limit = 10'000;

  const auto endings =
      in_own({bash("yes & yes"), bash("sleep 0.2; ps -eo stat,args | grep -cE '^[^Z]\\S* +yes$'")});

  EXPECT_TRUE(flooded(endings[0]));
  EXPECT_EQ(endings[0].out.size(), 10'000U);
  EXPECT_EQ(endings[1].out, "0\n");
}

TEST_P(Commands, ErrorsCountTowardsTheSameBudget) {
  policy.output_limit = 10'000;

  const sandbox::Ending ending = in_own({bash("head -c 6000 /dev/zero; sleep 0.3; yes >&2")})[0];

  EXPECT_TRUE(flooded(ending));
  EXPECT_EQ(ending.out.size(), 6'000U);
  EXPECT_EQ(ending.err.size(), 4'000U);
}

TEST_P(Commands, OutputThatJustFitsIsNoFlood) {
  policy.output_limit = 10'000;

  const sandbox::Ending ending = in_own({bash("head -c 10000 /dev/zero; exit 4")})[0];

  EXPECT_EQ(code_of(ending), 4);
  EXPECT_EQ(ending.out.size(), 10'000U);
}

TEST_P(Commands, ATimeLimitKillsGrandchildrenAndDaemons) {
  policy.command_timeout = 4s;
  const auto start = Clock::now();

  const auto endings =
      in_own({bash(escape_artists + count_escaped + "; sleep 1000"), bash(count_escaped)});

  EXPECT_TRUE(timed_out(endings[0]));
  EXPECT_EQ(endings[0].out, "4\n") << "what was printed before is kept" << endings[0].err;
  EXPECT_EQ(endings[1].out, "0\n");
  EXPECT_LT(Clock::now() - start, 20s);
}

TEST_P(Commands, AFloodKillsDaemonsToo) {
  policy.output_limit = 1'000;

  const auto endings = in_own({bash(escape_artists + "yes"), bash(count_escaped)});

  EXPECT_TRUE(flooded(endings[0]));
  EXPECT_EQ(endings[1].out, "0\n");
}

TEST_P(Commands, ACommandThatClosedItsOutputStillTimesOut) {
  policy.command_timeout = 2s;

  const auto endings =
      in_own({bash("exec >&- 2>&-; exec sleep 1000"), bash("pgrep -fc '[s]leep 1000'")});

  EXPECT_TRUE(timed_out(endings[0]));
  EXPECT_EQ(endings[1].out, "0\n");
}

TEST_P(Commands, ADaemonHoldsItsCommandNotUp) {
  const auto start = Clock::now();

  const auto endings = in_own({bash("sleep 1000 & echo done"), bash("pgrep -fc '[s]leep 1000'")});

  EXPECT_EQ(endings[0].out, "done\n");
  EXPECT_EQ(code_of(endings[0]), 0);
  EXPECT_EQ(endings[1].out, "1\n") << "it lives on until the end";
  EXPECT_LT(Clock::now() - start, 20s);
}

TEST_P(Commands, AProgramThatIsNotThereIsAnExitCode) {
  // Runtimes do not agree on which.
  const auto is_refusal = testing::AnyOf(126, 127);
  EXPECT_THAT(code_of(in_common({.argv = {"no-such-program"}})), is_refusal);
  EXPECT_THAT(code_of(in_common({.argv = {"/etc/passwd"}})), is_refusal);
  EXPECT_EQ(common_output("echo usable"), "usable\n");
}

TEST_P(Commands, ASignalIsAnExitCode) {
  EXPECT_EQ(code_of(in_common(bash("kill -KILL $$"))), 137);
  EXPECT_EQ(code_of(in_common(bash("kill -TERM $$"))), 143);
  EXPECT_EQ(code_of(in_common(bash("kill -SEGV $$"))), 139);
}

TEST_P(Commands, TheEnvironmentIsCleanAndTheSameEverywhere) {
  const sandbox::Ending ending =
      in_common({.argv = {"python3", "-c",
                          "import os\n"
                          "for name in sorted(os.environ):\n"
                          "    if name not in ('HOSTNAME', 'LC_CTYPE'):\n"
                          "        print(name, os.environ[name])"}});

  EXPECT_EQ(ending.out,
            "HOME /home/dev\nLANG C.UTF-8\n"
            "PATH /usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin\n"
            "PYTHONDONTWRITEBYTECODE 1\nUSER dev\n");
}

TEST_P(Commands, ACommandWorksInItsDirectory) {
  world.working_dir = "/home/dev/project/deep";

  const auto endings =
      in_own({{.argv = {"sh", "-c", "touch here && pwd"}, .working_dir = "/home/dev/project/deep"},
              {.argv = {"pwd"}, .working_dir = "/usr/bin"}});

  EXPECT_EQ(endings[0].out, "/home/dev/project/deep\n") << endings[0].err;
  EXPECT_EQ(endings[1].out, "/usr/bin\n");
}

TEST_P(Commands, ACommandHasItsThreeStreamsOpenAndNothingElse) {
  const sandbox::Ending ending =
      in_common(python("import os; print(*sorted(os.listdir('/proc/self/fd')))"));

  EXPECT_EQ(ending.out, "0 1 2 3\n") << "3 is the directory it lists";
}

Task<> note_output(sandbox::Sandbox& box, std::string script, Lines& outputs) {
  const sandbox::Ending ending = co_await box.exec(bash(std::move(script)));
  outputs.push_back(ending.out);
}

Task<Lines> exec_at_once(sandbox::Sandbox& box) {
  Lines outputs;
  Scope scope(co_await asio::this_coro::executor);
  for (const char* word : {"a", "b", "c"}) {
    scope.spawn(note_output(
        box, fmt::format("for i in 1 2 3; do echo -n {}; sleep 0.1; done", word), outputs));
  }
  co_await scope.join();
  co_return outputs;
}

TEST_P(Commands, CommandsAtTheSameTimeKeepTheirOutputsApart) {
  EXPECT_THAT(drive(exec_at_once(subject().common())), UnorderedElementsAre("aaa", "bbb", "ccc"));
}

Task<> exec_for_long(sandbox::Sandbox& box, bool& aborted) {
  try {
    co_await box.exec(bash("sleep 1000"));
  } catch (const boost::system::system_error& error) {
    aborted = error.code() == asio::error::operation_aborted;
  }
}

Task<std::string> cancel_a_command(std::unique_ptr<sandbox::Sandbox> box, bool& aborted) {
  Scope scope(co_await asio::this_coro::executor);
  scope.spawn(exec_for_long(*box, aborted));
  co_await pause_for(700ms);
  scope.cancel();
  co_await scope.join();
  const sandbox::Ending next = co_await box->exec(bash("echo usable"));
  co_await box->stop();
  co_await box->close();
  co_return next.out;
}

TEST_P(Commands, ACallerThatIsCancelledStopsWaiting) {
  bool aborted = false;

  EXPECT_EQ(drive(cancel_a_command(drive(open()), aborted)), "usable\n");

  EXPECT_TRUE(aborted);
}

}  // namespace
}  // namespace redcode::contract
