#include "agents/interpreter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "agents/fakes_for_tests.h"

namespace redcode::agents {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(Interpreter, RunsTheBlocksThatNameALanguageInOrder) {
  const Turn turn = understood<Interpreter>(
      "First\n```python\nx = 1\n```\nthen\n```sh\nls\n```\n```js\nf()\n```\nand the output:\n"
      "```text\nx\n```\n```\ny\n```\n");

  EXPECT_THAT(turn.actions, ElementsAre(Action{.language = "python", .code = "x = 1"},
                                        Action{.language = "bash", .code = "ls"},
                                        Action{.language = "javascript", .code = "f()"}));
  EXPECT_EQ(turn.prose, "First\nthen\nand the output:\n```text\nx\n```\n```\ny\n```\n");
}

TEST(Interpreter, IsDoneWhenNoBlockIsToBeRun) {
  const Turn turn =
      understood<Interpreter>("I won't run this:\n```\nrm -r photos\n```\nIt deletes your photos.");

  EXPECT_THAT(turn.actions, IsEmpty());
  EXPECT_FALSE(is_unreadable(turn));
}

TEST(Interpreter, ReportsAnEmptyBlock) {
  EXPECT_TRUE(is_unreadable(understood<Interpreter>("```python\n\n```")));
}

}  // namespace
}  // namespace redcode::agents
