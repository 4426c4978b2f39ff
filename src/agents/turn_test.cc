#include "agents/turn.h"

#include <gtest/gtest.h>

namespace redcode::agents {
namespace {

TEST(Turn, IsUnreadableWhenMalformedOrWhenNothingItAsksForCanBeRun) {
  const Action sound = action_in("bash", "ls");
  const Action unknown = action_in("ruby", "puts 1");

  EXPECT_TRUE(is_unreadable({.malformed = "no label"}));
  EXPECT_TRUE(is_unreadable({.actions = {unknown}}));
  EXPECT_FALSE(is_unreadable({.actions = {unknown, sound}}));
  EXPECT_FALSE(is_unreadable({.prose = "Done."}));
}

TEST(Action, KnowsTheUsualNamesOfTheLanguages) {
  EXPECT_EQ(action_in("Python3", "1"), (Action{.language = "python", .code = "1"}));
  EXPECT_EQ(action_in("sh", "ls"), (Action{.language = "bash", .code = "ls"}));
  EXPECT_EQ(action_in("JS", "1"), (Action{.language = "javascript", .code = "1"}));
  EXPECT_EQ(known_language("console"), "");
  EXPECT_EQ(known_language(""), "");
}

TEST(Action, ShowsTheModelAHostileLanguageOnOneShortLine) {
  const Action action = action_in("ru\x1B[31m\n" + std::string(1000, 'x'), "puts 1");

  EXPECT_LT(action.problem.size(), 150U);
  EXPECT_FALSE(action.problem.contains('\x1B'));
  EXPECT_FALSE(action.problem.contains('\n'));
}

TEST(Action, WithoutCodeHasAProblem) { EXPECT_NE(action_in("bash", " \n\t").problem, ""); }

TEST(TrimCode, KeepsTheIndentationOfTheFirstOfSeveralLines) {
  EXPECT_EQ(trim_code("\n\n  if x:\n    y()\n\n"), "  if x:\n    y()");
  EXPECT_EQ(trim_code("   print(1)  \n"), "print(1)");
  EXPECT_EQ(trim_code(" \n "), "");
}

TEST(EndsWithQuestion, LooksAtTheLastLineOfProse) {
  EXPECT_TRUE(asks_the_owner("This deletes files.\nShall I go ahead?\n\n"));
  EXPECT_TRUE(asks_the_owner("**Are you sure?**"));
  EXPECT_TRUE(asks_the_owner("Shall I run this?\n```bash\nrm x\n```\n"));
  EXPECT_FALSE(asks_the_owner("Why? Because it is dangerous."));
  EXPECT_FALSE(asks_the_owner("Is it?\nNo."));
  EXPECT_FALSE(asks_the_owner("It is done.\n```\nreally?\n```"));
  EXPECT_FALSE(asks_the_owner("It is done.\n~~~~\n```\nreally?\n~~~~"));
  EXPECT_TRUE(asks_the_owner("Shall I delete it? I'll wait for your answer."));
  EXPECT_TRUE(asks_the_owner("It cannot be undone.\n\nReply \"yes\" and I'll go ahead."));
  EXPECT_TRUE(asks_the_owner("Soll ich das löschen? Ich warte auf eine Antwort."));
  EXPECT_TRUE(asks_the_owner("要删除吗？"));
  EXPECT_FALSE(asks_the_owner("All done. Is there anything else?"));
  EXPECT_FALSE(asks_the_owner("I won't do this."));
  EXPECT_FALSE(asks_the_owner(""));
  EXPECT_FALSE(asks_the_owner("***"));
}

}  // namespace
}  // namespace redcode::agents
