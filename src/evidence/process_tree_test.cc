#include "evidence/process_tree.h"

#include <gtest/gtest.h>

#include <csignal>

namespace redcode::evidence {
namespace {

using sandbox::ProcessEvent;
using What = ProcessEvent::What;
using Facts = std::vector<record::Fact>;

ProcessEvent forked(pid_t child, pid_t parent) {
  return {.what = What::forked, .process = child, .other = parent};
}
ProcessEvent executed(pid_t process, std::string exe) {
  return {.what = What::executed, .process = process, .program = std::move(exe)};
}
ProcessEvent exited(pid_t process, int signal) {
  return {.what = What::exited, .process = process, .signal = signal};
}
record::ProgramStarted start(std::string program, std::string by, std::uint64_t times = 1) {
  return {.program = std::move(program), .by = std::move(by), .times = times};
}

class Tree : public testing::Test {
 protected:
  Tree() { tree.add(1, "/init"); }
  void settle() { tree.settle(tree.told()); }
  ProcessTree tree;
};

TEST_F(Tree, FollowsForks) {
  tree.tell(forked(2, 1));
  tree.tell(forked(3, 2));

  EXPECT_TRUE(tree.contains(3));
  EXPECT_FALSE(tree.contains(4));
}

TEST_F(Tree, TakesAChildForTheRuntimesOnlyUntilItsParentRanAProgram) {
  tree.enter(5);
  tree.tell(forked(6, 5));
  tree.tell(executed(5, "/bin/bash"));
  tree.tell(forked(7, 5));

  EXPECT_TRUE(tree.is_runtimes(6));
  EXPECT_FALSE(tree.is_runtimes(7));
}

// The kernel tells of the first thread's end before another thread's exec, which takes its number.
TEST_F(Tree, AProcessReturnsWhenAnotherOfItsThreadsRunsAProgram) {
  tree.tell(forked(2, 1));
  tree.tell(exited(2, 0));
  EXPECT_TRUE(tree.may_return(2));

  tree.opened_to_run(2, "/home/dev/tool");
  tree.tell(executed(2, ""));
  settle();

  EXPECT_TRUE(tree.has_living(2));
  EXPECT_FALSE(tree.has_ended(2));
  EXPECT_EQ(tree.facts(), Facts{start("/home/dev/tool", "/init")});
}

TEST_F(Tree, ANumberThatIsAnothersNowBringsNobodyBack) {
  tree.tell(forked(2, 1));
  tree.tell(exited(2, 0));

  tree.lose_number(2);

  EXPECT_FALSE(tree.may_return(2));
  EXPECT_TRUE(tree.contains(2));
}

TEST_F(Tree, DoesNotTakeANumberForTheProcessThatBoreIt) {
  tree.tell(forked(2, 1));

  EXPECT_TRUE(tree.has_living(2));
  tree.tell(exited(2, 0));
  EXPECT_FALSE(tree.has_living(2));
  EXPECT_TRUE(tree.contains(2));  // what it did may still be told
}

TEST_F(Tree, TellsAProgramOfAProcessThatNobodySawAlive) {
  tree.ran_unseen("/bin/a");
  tree.ran_unseen("/lib64/ld-linux-x86-64.so.2");

  EXPECT_EQ(tree.facts(), Facts{start("/bin/a", "")});
}

TEST_F(Tree, KnowsAProgramThatWasGoneBeforeAnybodyLooked) {
  tree.tell(forked(2, 1));
  tree.tell(executed(2, ""));
  tree.tell(exited(2, 0));
  tree.opened_to_run(2, "/bin/a");
  tree.opened_to_run(2, "/lib64/ld-linux-x86-64.so.2");
  settle();

  EXPECT_EQ(tree.facts(), Facts{start("/bin/a", "/init")});
}

TEST_F(Tree, KnowsBothProgramsOfAProcessThatRanOneAfterTheOther) {
  tree.tell(executed(1, "/bin/b"));  // by then it was the second already
  tree.tell(executed(1, "/bin/b"));
  tree.opened_to_run(1, "/bin/a");
  tree.opened_to_run(1, "/bin/b");
  settle();

  EXPECT_EQ(tree.facts(), (Facts{start("/bin/a", "/init"), start("/bin/b", "/bin/a")}));
}

TEST_F(Tree, DoesNotBelieveInAProgramThatCouldNotBeRun) {
  tree.opened_to_run(1, "/home/dev/broken");
  tree.tell(executed(1, "/bin/b"));
  tree.opened_to_run(1, "/bin/b");
  settle();

  EXPECT_EQ(tree.facts(), Facts{start("/bin/b", "/init")});
}

TEST_F(Tree, KnowsAProgramRunFromMemory) {
  tree.opened_to_run(1, "/home/dev/broken");
  tree.tell(executed(1, "/memfd:x (deleted)"));
  settle();

  EXPECT_EQ(tree.facts(), Facts{start("/memfd:x (deleted)", "/init")});
}

TEST_F(Tree, NamesTheOldProgramUntilTheNewOneUsesAFile) {
  tree.tell(executed(1, "/bin/a"));

  EXPECT_EQ(tree.program_of(1, "/home/dev/x"), "/init");
  tree.opened_to_run(1, "/bin/a");
  EXPECT_EQ(tree.program_of(1, "/bin/a"), "/init");
  EXPECT_EQ(tree.program_of(1, "/home/dev/x"), "/bin/a");
}

TEST_F(Tree, GivesAChildTheProgramOfItsParentThoughThatIsNotSettled) {
  tree.tell(executed(1, "/bin/a"));
  tree.tell(forked(2, 1));
  tree.opened_to_run(1, "/bin/a");

  EXPECT_EQ(tree.program_of(2, "/home/dev/x"), "/bin/a");
}

TEST_F(Tree, TakesAProcessFromOutsideForTheRuntimesUntilItRunsSomething) {
  tree.enter(5);

  EXPECT_TRUE(tree.is_runtimes(5));
  tree.opened_to_run(5, "/bin/a");
  EXPECT_FALSE(tree.is_runtimes(5));
}

TEST_F(Tree, CountsStartsAndTellsKills) {
  for (const pid_t child : {2, 3}) {
    tree.tell(forked(child, 1));
    tree.tell(executed(child, "/bin/a"));
  }
  tree.tell({.what = What::signalled, .process = 2, .other = 1, .signal = 9});
  tree.tell(exited(2, 9));
  tree.tell(exited(3, 11));
  settle();

  EXPECT_EQ(tree.facts(),
            (Facts{start("/bin/a", "/init", 2),
                   record::ProcessKilled{.program = "/bin/a", .signal = 9, .by = "/init"},
                   record::ProcessKilled{.program = "/bin/a", .signal = 11, .by = ""}}));
}

TEST_F(Tree, TellsOfWhateverEndsAProcessThatWasThereToBeFound) {
  tree.add(2, "/bin/guard");
  tree.add(3, "/bin/other");
  tree.seed(2);
  tree.tell(exited(2, 0));
  tree.tell(exited(3, 0));
  settle();

  EXPECT_EQ(tree.facts(),
            Facts{(record::ProcessKilled{.program = "/bin/guard", .signal = 0, .by = ""})});
}

TEST_F(Tree, TellsWhichProgramTookThePlaceOfOneThatWasThereToBeFound) {
  tree.add(2, "/bin/guard");
  tree.seed(2);
  tree.tell(executed(2, "/bin/guard"));  // began anew
  tree.tell(executed(2, "/bin/idle"));
  tree.tell(exited(2, 0));
  tree.opened_to_run(2, "/bin/guard");
  tree.opened_to_run(2, "/bin/idle");
  settle();

  EXPECT_EQ(
      tree.facts(),
      (Facts{start("/bin/guard", "/bin/guard"), start("/bin/idle", "/bin/guard"),
             record::ProcessKilled{.program = "/bin/guard", .signal = 0, .by = "/bin/idle"}}));
}

TEST_F(Tree, KnowsWhoStoppedAProcessAndThatItWasLetGoOn) {
  tree.add(2, "/bin/guard");
  tree.add(3, "/bin/other");
  tree.tell({.what = What::signalled, .process = 2, .other = 1, .signal = SIGSTOP});
  tree.tell({.what = What::signalled, .process = 3, .other = 1, .signal = SIGSTOP});
  tree.tell({.what = What::signalled, .process = 3, .other = 1, .signal = SIGCONT});
  settle();

  EXPECT_EQ(tree.stopped_by(2), "/init");
  EXPECT_EQ(tree.stopped_by(3), "");
}

TEST_F(Tree, DoesNotTellOfKillsByTheHarness) {
  tree.ignore_kills();
  tree.tell(exited(1, 9));
  settle();

  EXPECT_EQ(tree.facts(), Facts{});
}

TEST_F(Tree, CountsAFloodOfProgramsAsLost) {
  for (int i = 0; i < 5000; ++i) tree.tell(executed(1, "/bin/" + std::to_string(i)));
  settle();

  EXPECT_GT(tree.lost(), 0U);
}

}  // namespace
}  // namespace redcode::evidence
