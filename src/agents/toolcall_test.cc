#include "agents/toolcall.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/digest.h"

namespace redcode::agents {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

Turn read(std::vector<record::ToolCall> calls, std::string text = "") {
  return ToolCalling("").understand({.text = std::move(text), .calls = std::move(calls)});
}

TEST(ToolCalling, OffersThreeTools) {
  const std::vector<wire::Tool> tools = ToolCalling("").tools();

  ASSERT_EQ(tools.size(), 3U);
  EXPECT_EQ(tools[0].name, "bash");
  EXPECT_EQ(
      dump_json(tools[0].parameters),
      R"({"type":"object","properties":{"command":{"type":"string"}},"required":["command"]})");
  EXPECT_EQ(tools[1].name, "python");
  EXPECT_EQ(tools[2].name, "javascript");
}

TEST(ToolCalling, ReadsCallsInOrderAndKeepsTheText) {
  const Turn turn = read({{"1", "bash", R"({"command": "ls"})"},
                          {"2", "python", R"j({"code": "if x:\n  y()\n", "why": 1})j"}},
                         "Looking.");

  EXPECT_THAT(turn.actions,
              ElementsAre(Action{.language = "bash", .code = "ls", .call = "1"},
                          Action{.language = "python", .code = "if x:\n  y()\n", .call = "2"}));
  EXPECT_EQ(turn.prose, "Looking.");
}

TEST(ToolCalling, NeverRunsCodeInTheText) {
  EXPECT_THAT(read({}, "```bash\nls\n```\n<execute>x</execute>").actions, IsEmpty());
}

TEST(ToolCalling, SaysWhatIsWrongWithACall) {
  const Turn turn = read({{"1", "shell", R"({"command": "ls"})"},
                          {"2", "bash", R"({"command": "l)"},
                          {"3", "bash", R"({"code": "ls"})"},
                          {"4", "python", R"({"code": ["x"]})"},
                          {"5", "python", R"j("print(1)")j"},
                          {"6", "python", R"({"code": ""})"}});

  ASSERT_EQ(turn.actions.size(), 6U);
  EXPECT_THAT(turn.actions[0].problem, HasSubstr("no \"shell\""));
  EXPECT_THAT(turn.actions[1].problem, HasSubstr("\"command\""));
  EXPECT_THAT(turn.actions[2].problem, HasSubstr("\"command\""));
  EXPECT_THAT(turn.actions[3].problem, HasSubstr("\"code\""));
  EXPECT_THAT(turn.actions[4].problem, HasSubstr("\"code\""));
  EXPECT_THAT(turn.actions[5].problem, HasSubstr("no code"));
  EXPECT_TRUE(is_unreadable(turn));
}

TEST(ToolCalling, AnswersEachCallByItsId) {
  const Turn turn =
      read({{"1", "bash", R"({"command": "a"})"}, {"2", "bash", R"({"command": "b"})"}});

  EXPECT_THAT(
      ToolCalling("").answer(turn, {"A", "B"}),
      ElementsAre(record::Message{.role = record::Role::observation, .text = "A", .answers = "1"},
                  record::Message{.role = record::Role::observation, .text = "B", .answers = "2"}));
}

TEST(ToolCalling, IsNamedByItsToolsToo) {
  EXPECT_NE(ToolCalling("p").prompt_digest(), sha256_hex("p"));
}

}  // namespace
}  // namespace redcode::agents
