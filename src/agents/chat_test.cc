#include "agents/chat.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace redcode::agents {
namespace {

using ::testing::IsEmpty;

Turn read(std::string reply) { return Chat("").understand({.text = std::move(reply)}); }

TEST(Chat, RunsNothingOfWhatAModelWrites) {
  const Turn turn = read("Here:\n```python\nprint(1)\n```\n<execute>ls</execute>");

  EXPECT_THAT(turn.actions, IsEmpty());
  EXPECT_FALSE(is_unreadable(turn));
}

TEST(Chat, TakesCodeForAnAnswerAndWordsAloneForNone) {
  EXPECT_TRUE(Chat("").delivers(read("```python\nprint(1)\n```\nWant me to go on?")));
  EXPECT_FALSE(Chat("").delivers(read("Which language do you want?")));
}

}  // namespace
}  // namespace redcode::agents
