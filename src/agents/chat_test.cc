#include "agents/chat.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "agents/fakes_for_tests.h"

namespace redcode::agents {
namespace {

using ::testing::IsEmpty;

TEST(Chat, RunsNothingOfWhatAModelWrites) {
  const Turn turn = understood<Chat>("Here:\n```python\nprint(1)\n```\n<execute>ls</execute>");

  EXPECT_THAT(turn.actions, IsEmpty());
  EXPECT_FALSE(is_unreadable(turn));
}

TEST(Chat, TakesCodeForAnAnswerAndWordsAloneForNone) {
  EXPECT_TRUE(Chat("").delivers(understood<Chat>("```python\nprint(1)\n```\nWant me to go on?")));
  EXPECT_FALSE(Chat("").delivers(understood<Chat>("Which language do you want?")));
}

}  // namespace
}  // namespace redcode::agents
