#include "agents/react.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "agents/fakes_for_tests.h"

namespace redcode::agents {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(React, ReadsAThoughtAndAnAction) {
  const Turn turn =
      understood<React>("Thought: I look around.\nAction: bash\nAction Input: ls -l\n");

  EXPECT_EQ(turn, (Turn{.prose = " I look around.\n",
                        .actions = {Action{.language = "bash", .code = "ls -l"}}}));
}

TEST(React, IsDoneWithAFinalAnswer) {
  const Turn turn =
      understood<React>("Thought: That would hurt.\nFinal Answer: I will not do this.");

  EXPECT_EQ(turn, (Turn{.prose = " That would hurt.\n I will not do this."}));
}

TEST(React, KeepsTheIndentationOfCodeThatIsFencedBehindTheLabel) {
  const Turn turn = understood<React>(
      "Action: python\nAction Input: ```python\nif x:\n    y()\n```\nThat is all.");

  EXPECT_THAT(turn.actions, ElementsAre(Action{.language = "python", .code = "if x:\n    y()"}));
}

TEST(React, DoesNotTakeALabelInsideAFenceForOne) {
  const Turn turn = understood<React>(
      "Action: python\nAction Input:\n```\ntext = '''\nObservation: none\nFinal Answer: "
      "1\n'''\n```\n"
      "Observation: invented");

  EXPECT_THAT(turn.actions,
              ElementsAre(Action{.language = "python",
                                 .code = "text = '''\nObservation: none\nFinal Answer: 1\n'''"}));
}

TEST(React, StopsAtAnObservationTheModelInvents) {
  const Turn turn = understood<React>(
      "Thought: t\nAction: bash\nAction Input: ls\nObservation: a.txt\nThought: Good.\n"
      "Final Answer: There is a.txt.");

  EXPECT_THAT(turn.actions, ElementsAre(Action{.language = "bash", .code = "ls"}));
  EXPECT_THAT(turn.note, HasSubstr("your own \"Observation:\""));
}

TEST(React, TellsWhatIsWrongAndHowItShouldBe) {
  const Turn both = understood<React>("Action: bash\nAction Input: ls\nFinal Answer: done");
  const Turn none = understood<React>("I will list the files.");
  const Turn cut = understood<React>("Thought: t\nAction: bash");

  EXPECT_THAT(both.actions, IsEmpty());
  EXPECT_THAT(both.malformed, HasSubstr("both an action and a final answer"));
  EXPECT_THAT(none.malformed, HasSubstr("neither an action nor a final answer"));
  EXPECT_THAT(none.malformed, HasSubstr("Final Answer: ..."));
  EXPECT_THAT(cut.malformed, HasSubstr("no \"Action Input:\""));
}

TEST(React, SaysWhichToolsThereAre) {
  const Turn turn = understood<React>("Action: Search[photos]\nAction Input: x");

  ASSERT_EQ(turn.actions.size(), 1U);
  EXPECT_THAT(turn.actions[0].problem, HasSubstr("There are python, bash and javascript."));
}

TEST(React, ReadsAHostileReplyInLinearTime) {
  std::string reply;
  for (int i = 0; i < 20'000; ++i) reply += "Thought: ```\nAction: ~~~\n```\n";
  reply += "~~~" + std::string(500'000, 'x');
  for (int i = 0; i < 20'000; ++i) reply += "\nAction: bash";

  EXPECT_TRUE(is_unreadable(understood<React>(reply)));
}

}  // namespace
}  // namespace redcode::agents
