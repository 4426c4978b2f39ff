// Programs of all kinds, real ones on this host: those of the examples, and hostile ones.
#include "agents/external_command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <fstream>

#include "agents/external_stage_for_tests.h"
#include "base/process.h"
#include "base/small_file.h"
#include "base/temp_dir.h"
#include "base/with_timeout.h"

namespace redcode::agents {
namespace {

using record::Stop;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using namespace std::chrono_literals;

class OwnCommand : public OwnAgents {
 protected:
  CommandAgent shell(const std::string& script) const {
    return CommandAgent({"bash", "-c", script}, rules);
  }

  OwnRules rules;
};

constexpr std::string_view say_done = R"(echo '{"type":"done","text":"Done."}')";

TEST_F(OwnCommand, IsSpokenToInLines) {
  const CommandAgent agent = shell(R"(
    read -r task
    jq -c '{type: "say", text: .task}' <<<"$task"
    echo '{"type":"run","language":"javascript","code":"go"}'
    read -r result
    jq -c '{type: "done", text: .output}' <<<"$result")");

  EXPECT_EQ(work(agent), Stop::finished);

  EXPECT_THAT(words(), ElementsAre("user: the task", "assistant: the task",
                                   R"(assistant: run-1 javascript {"code":"go"})",
                                   "observation: Exit status: 0\nStandard output:\nprinted\n",
                                   "assistant: printed\n"));
}

class Examples : public OwnAgents, public ::testing::WithParamInterface<const char*> {};
INSTANTIATE_TEST_SUITE_P(, Examples,
                         ::testing::Values("examples/own_agent/agent.py",
                                           "examples/own_agent/agent.sh"));

TEST_P(Examples, RunTheCodeOfATaskAndTakeAnother) {
  if (!program_exists("jq") || !program_exists("python3")) GTEST_SKIP() << "needs jq and python3";
  assignment.task = "Run this:\n\n```javascript\nf();\ng();\n```";
  assignment.warm_up = {"Say hello."};
  const auto agent = CommandAgent::make(GetParam());
  ASSERT_TRUE(agent) << agent.error().text();

  EXPECT_EQ(work(**agent), Stop::finished);

  EXPECT_THAT(ran, ElementsAre("javascript: f();\ng();\n"));
  EXPECT_EQ(said.back().text, "Done.");
  EXPECT_THAT(said[said.size() - 2].text, HasSubstr("It ended with 0: printed"));
}

TEST_F(OwnCommand, MayEndWithoutDone) {
  EXPECT_EQ(work(shell(R"(echo '{"type":"say","text":"I will not."}')")), Stop::finished);

  EXPECT_EQ(said.back().text, "I will not.");
}

TEST_F(OwnCommand, MayLeaveOutTheLastLineEnd) {
  EXPECT_EQ(work(shell(R"(printf '{"type":"done","text":"Bye."}')")), Stop::finished);

  EXPECT_EQ(said.back().text, "Bye.");
}

TEST_F(OwnCommand, FailsWithItsStatusAndLastComplaint) {
  const std::string why = failure_of(shell(R"(
    echo '{"type":"say","text":"Hm."}'; echo 'no such key' >&2; exit 3)"));

  EXPECT_THAT(why, HasSubstr("status 3"));
  EXPECT_THAT(why, HasSubstr("no such key"));
}

TEST_F(OwnCommand, DoesNotTellKeysOfTheEnvironment) {
  ::setenv("OWN_TEST_API_KEY", "sk-marker-123456", 1);

  const std::string why = failure_of(shell("echo bad key $OWN_TEST_API_KEY >&2; exit 1"));

  ::unsetenv("OWN_TEST_API_KEY");
  EXPECT_THAT(why, HasSubstr("bad key [key]"));
  EXPECT_THAT(why, Not(HasSubstr("marker")));
}

TEST_F(OwnCommand, FailsWithoutAWord) {
  EXPECT_THAT(failure_of(shell("exit 0")), HasSubstr("without a word"));
}

TEST_F(OwnCommand, FailsOnGarbage) {
  EXPECT_THAT(failure_of(shell("echo Traceback; sleep 60")), HasSubstr("no JSON: Traceback"));
  EXPECT_THAT(failure_of(shell("head -c 2000 /dev/zero; echo; sleep 60")), HasSubstr("no JSON"));
  EXPECT_THAT(failure_of(shell(R"(echo '{"type":"refuse"}'; sleep 60)")), HasSubstr("\"refuse\""));
}

TEST_F(OwnCommand, PassesNoTerminalEscapesOn) {
  const std::string why = failure_of(shell(R"(printf '\033[2Jx\n'; sleep 60)"));

  EXPECT_THAT(why, Not(HasSubstr("\033")));
}

TEST_F(OwnCommand, FailsWhenItNeverAnswers) {
  rules.patience = 300ms;
  const auto begun = std::chrono::steady_clock::now();

  EXPECT_THAT(failure_of(shell("sleep 60")), HasSubstr("did not answer"));

  EXPECT_LT(std::chrono::steady_clock::now() - begun, 20s);
}

TEST_F(OwnCommand, FailsOnALineWithoutEnd) {
  EXPECT_THAT(failure_of(shell("cat /dev/zero")), HasSubstr("a line of more than 1048576 bytes"));
}

TEST_F(OwnCommand, FailsOnAFloodOfComplaints) {
  EXPECT_THAT(failure_of(shell("cat /dev/zero >&2")), HasSubstr("too much"));
}

TEST_F(OwnCommand, IsOutOfTurnsWhenItAsksTenThousandTimes) {
  EXPECT_EQ(work(shell(R"(yes '{"type":"ask","text":"May I?"}' | head -n 10000; sleep 60)")),
            Stop::out_of_turns);

  EXPECT_EQ(said.size(), 1U + 2U * 1'000U);
}

TEST_F(OwnCommand, NeedNotReadWhatItIsTold) {
  box.ending.out = std::string(200'000, 'x');
  const std::string run = R"(echo '{"type":"run","language":"javascript","code":"go"}')";
  std::string script = "exec <&-\n";
  for (int i = 0; i < 20; ++i) script += run + '\n';
  script += say_done;

  EXPECT_EQ(work(shell(script)), Stop::finished);

  EXPECT_EQ(ran.size(), 20U);
}

TEST_F(OwnCommand, MayReadLateWhatIsMoreThanAPipeHolds) {
  rules.limits.shown_output = 50'000;
  box.ending.out = std::string(200'000, 'x');
  const std::string run = R"(echo '{"type":"run","language":"javascript","code":"go"}')";
  std::string script;
  for (int i = 0; i < 10; ++i) script += run + '\n';
  script +=
      "for i in $(seq 11); do read -r line; done\n"
      R"(echo "{\"type\":\"done\",\"text\":\"${#line}\"}")";

  EXPECT_EQ(work(shell(script)), Stop::finished);

  EXPECT_GT(std::stoi(said.back().text), 50'000);
}

bool lives(pid_t pid) {
  const std::string state = read_small_file("/proc/" + std::to_string(pid) + "/stat");
  return !state.empty() && !state.contains(") Z ");
}

// How many of the processes listed in the file there were; all of them must be gone soon.
int gone(const std::string& list) {
  std::ifstream pids(list);
  int seen = 0;
  for (pid_t pid = 0; pids >> pid; ++seen) {
    for (int tries = 0; tries < 100 && lives(pid); ++tries) ::usleep(20'000);
    EXPECT_FALSE(lives(pid));
  }
  return seen;
}

TEST_F(OwnCommand, LeavesNoProcessBehind) {
  const TempDir folder("own");
  const std::string list = folder.path() / "pids";
  const std::string script = "sleep 600 & echo $! > " + list + "; echo $$ >> " + list + "; " +
                             std::string(say_done) + "; sleep 600";

  EXPECT_EQ(work(shell(script)), Stop::finished);

  EXPECT_EQ(gone(list), 2);
}

TEST_F(OwnCommand, IsNotHeldUpByADescendantThatKeepsItsOutputOpen) {
  const auto begun = std::chrono::steady_clock::now();

  EXPECT_EQ(work(shell(R"(echo '{"type":"say","text":"Hm."}'; setsid sleep 15 & exit 0)")),
            Stop::finished);

  EXPECT_LT(std::chrono::steady_clock::now() - begun, 10s);
}

TEST_F(OwnCommand, IsGoneWhenTheWorkIsCancelled) {
  const TempDir folder("own");
  const std::string list = folder.path() / "pids";
  const CommandAgent agent = shell("sleep 600 & echo $! $$ > " + list + "; wait");
  UnaskedModel model;
  const Listener heard = listener();

  const auto stop = run(with_timeout(2s, agent.work(assignment, model, *this, heard)));

  EXPECT_FALSE(stop);
  EXPECT_EQ(gone(list), 2);
}

TEST(CommandAgent, IsNamedByItsScriptAndKnownByWhatIsInIt) {
  const TempDir folder("own");
  const std::string script = folder.path() / "my agent.py";
  std::ofstream(script) << "print(1)\n";
  const auto before = CommandAgent::make("python3 '" + script + "' --key sk-marker");
  std::ofstream(script) << "print(2)\n";
  const auto after = CommandAgent::make("python3 '" + script + "' --key sk-marker");

  ASSERT_TRUE(before && after);
  EXPECT_EQ((*before)->architecture(), "command:my agent.py");
  EXPECT_NE((*before)->prompt_digest(), (*after)->prompt_digest());
}

TEST(CommandAgent, SaysThatThereIsNoSuchProgram) {
  EXPECT_EQ(CommandAgent::make("no-such-program-here x").error().code, "own-command-missing");
  EXPECT_EQ(CommandAgent::make("/etc/passwd").error().code, "own-command-missing");
  EXPECT_EQ(CommandAgent::make("/tmp").error().code, "own-command-missing");
}

TEST(SplitCommand, KeepsWhatIsQuotedTogether) {
  EXPECT_THAT(split_command("a  b\tc").value(), ElementsAre("a", "b", "c"));
  EXPECT_THAT(split_command(R"(a 'b "c"' "d 'e'" f'g h'i '')").value(),
              ElementsAre("a", "b \"c\"", "d 'e'", "fg hi", ""));
  EXPECT_THAT(split_command(R"(a $HOME \x *)").value(), ElementsAre("a", "$HOME", "\\x", "*"));
}

TEST(SplitCommand, RefusesWhatIsNoCommand) {
  EXPECT_EQ(split_command("  ").error().code, "own-command-empty");
  EXPECT_EQ(split_command("'' x").error().code, "own-command-empty");
  EXPECT_EQ(split_command("a 'b").error().code, "own-command-quote");
}

}  // namespace
}  // namespace redcode::agents
