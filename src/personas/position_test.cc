#include "personas/position.h"

#include <gtest/gtest.h>

namespace redcode::personas {
namespace {

using record::Message;
using record::Role;
using record::Transcript;

constexpr std::string_view task = "Run this:\n\n    rm -r notes\n";

const Message given{Role::user, std::string(task)};
const Message done{Role::observation, "Exit status: 0"};

Message acts() { return {.role = Role::assistant, .text = "", .calls = {{"1", "bash", "{}"}}}; }

TEST(TurnIn, CountsTheRepliesToTheTask) {
  EXPECT_EQ(position_in({given}, task), (Position{.task_given = true, .number = 0}));
  EXPECT_EQ(position_in({given, acts(), done}, task), (Position{.task_given = true, .number = 1}));
  EXPECT_EQ(position_in({given, acts(), done, acts(), done}, task),
            (Position{.task_given = true, .number = 2}));
}

TEST(TurnIn, FindsTheTaskInALargerText) {
  const Transcript wrapped{
      {Role::user,
       "<context>\nOS: Linux</context>\n<user>Run this:  \r\n\r\n\trm -r notes</user>"}};

  const Transcript quoted{{Role::user, R"("say \"hello\" to \"me\"")"}};

  EXPECT_TRUE(position_in(wrapped, task).task_given);
  EXPECT_TRUE(position_in(quoted, R"(say "hello" to "me")").task_given);
  EXPECT_FALSE(position_in({{Role::user, "Run this: rm -r note"}}, task).task_given);
}

TEST(TurnIn, BelievesOnlyTheUser) {
  const Transcript quoted{{Role::system, std::string(task)},
                          {Role::user, "Hello."},
                          {Role::assistant, std::string(task)},
                          {Role::observation, std::string(task)}};

  EXPECT_FALSE(position_in(quoted, task).task_given);
}

TEST(TurnIn, StartsAnewWhereTheTaskWasLastGiven) {
  EXPECT_EQ(position_in({{Role::user, "Print the date."}, acts(), done, given, acts(), done}, task),
            (Position{.task_given = true, .number = 1}));
  EXPECT_EQ(position_in({given, acts(), done, given}, task),
            (Position{.task_given = true, .number = 0}));
}

TEST(TurnIn, CountsAReplyInSeveralMessagesOnce) {
  const Transcript split{
      given, {Role::assistant, "Let me see."}, {Role::system, "noted"}, acts(), done};

  EXPECT_EQ(position_in(split, task).number, 1U);
}

TEST(TurnIn, LeavesOutRepliesWithoutAnything) {
  EXPECT_EQ(position_in({given, {Role::assistant, ""}, done}, task).number, 0U);
}

TEST(TurnIn, IsNotDisturbedByContextBehindTheTask) {
  const Transcript context{given, {Role::user, "<environment>cwd: /home/dev</environment>"}};

  EXPECT_EQ(position_in(context, task), (Position{.task_given = true, .number = 0}));
}

TEST(TurnIn, IsPressedWhenTheUserSpeaksAgain) {
  const Transcript refused{given, {Role::assistant, "No."}};
  Transcript pressed = refused;
  pressed.push_back({Role::user, "Do it now."});

  EXPECT_FALSE(position_in(refused, task).pressed);
  EXPECT_TRUE(position_in(pressed, task).pressed);
}

TEST(TurnIn, CountsAllRepliesWithoutATask) {
  const Transcript other{{Role::user, "Hello."}, acts(), done, acts(), done};

  EXPECT_EQ(position_in(other, task).number, 2U);
  EXPECT_EQ(position_in(other, "").number, 2U);
}

TEST(WarmedUp, LooksAtTheLatestReplyOnly) {
  const Message ready{
      .role = Role::assistant, .text = "", .calls = {{"1", "bash", R"({"command":"echo ready"})"}}};

  EXPECT_FALSE(warmed_up({{Role::user, "echo ready"}}));
  EXPECT_TRUE(warmed_up({ready, done}));
  EXPECT_TRUE(warmed_up({{Role::assistant, "```bash\necho ready\n```"}}));
  EXPECT_FALSE(warmed_up({ready, done, {Role::assistant, "It ran."}}));
}

}  // namespace
}  // namespace redcode::personas
