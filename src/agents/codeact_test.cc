#include "agents/codeact.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "agents/fakes_for_tests.h"
#include "base/digest.h"

namespace redcode::agents {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<Action> actions(std::string reply) {
  return understood<CodeAct>(std::move(reply)).actions;
}

Action python(std::string code) { return {.language = "python", .code = std::move(code)}; }
Action bash(std::string code) { return {.language = "bash", .code = std::move(code)}; }

struct Spelling {
  std::string name;
  std::string reply;
  Action action;
};

class OneAction : public ::testing::TestWithParam<Spelling> {};

TEST_P(OneAction, IsReadFromTheReply) {
  const Spelling& spelling = GetParam();

  EXPECT_THAT(actions(spelling.reply), ElementsAre(spelling.action));
}

INSTANTIATE_TEST_SUITE_P(
    Spellings, OneAction,
    ::testing::Values(
        Spelling{"Python", "<execute language=\"python\">\nprint(1)\n</execute>",
                 python("print(1)")},
        Spelling{"Bash", "<execute language=\"bash\">\nls\n</execute>", bash("ls")},
        Spelling{"Bare", "<execute>\nprint(1)\n</execute>", python("print(1)")},
        Spelling{"BareWithFence", "<execute>\n```bash\nls\n```\n</execute>", bash("ls")},
        Spelling{"BareWithNamelessFence", "<execute>\n```\nprint(1)\n```\n</execute>",
                 python("print(1)")},
        Spelling{"BareWithShFence", "<execute>```sh\nls\n```</execute>", bash("ls")},
        Spelling{"TagAndFence", "<execute language=\"bash\">\n```bash\nls\n```\n</execute>",
                 bash("ls")},
        Spelling{"TagOutranksFence", "<execute language=\"bash\">\n```python\nls\n```\n</execute>",
                 bash("ls")},
        Spelling{"PublishedBash", "<execute_bash>\nls -l\n</execute_bash>", bash("ls -l")},
        Spelling{"PublishedPython", "<execute_ipython>print(2)</execute_ipython>",
                 python("print(2)")},
        Spelling{"MixedClosing", "<execute_bash>ls</execute>", bash("ls")},
        Spelling{"UppercaseLanguage", "<execute language=\"BASH\">ls</execute>", bash("ls")},
        Spelling{"UppercaseTag", "<EXECUTE LANGUAGE='Python'>print(1)</EXECUTE>",
                 python("print(1)")},
        Spelling{"Unquoted", "<execute language=bash >ls</execute >", bash("ls")},
        Spelling{"SpacedAttribute", "<execute language = ' bash '>ls</execute>", bash("ls")},
        Spelling{"ShortAttribute", "<execute lang=\"sh\">ls</execute>", bash("ls")},
        Spelling{"OtherAttributes", "<execute id=\"7\" language=\"python3\">print(1)</execute>",
                 python("print(1)")},
        Spelling{"EmptyAttribute", "<execute language=\"\">print(1)</execute>", python("print(1)")},
        Spelling{"InlineInProse", "I run <execute>print(1)</execute> now.", python("print(1)")},
        Spelling{"SpacesOnOneLine", "<execute>  print(1)  </execute>", python("print(1)")},
        Spelling{"Crlf", "<execute language=\"python\">\r\na = 1\r\nprint(a)\r\n</execute>\r\n",
                 python("a = 1\nprint(a)")},
        Spelling{"KeepsIndentation", "<execute>\n\n  if x:\n    y()\n\n</execute>",
                 python("  if x:\n    y()")},
        Spelling{"CutBeforeClosing", "Thinking.\n<execute language=\"bash\">\nls\npwd\n",
                 bash("ls\npwd")},
        Spelling{"CutInsideFence", "<execute>\n```bash\nls", bash("ls")},
        Spelling{"OpeningTagInCode", "<execute language=\"bash\">\necho '<execute>' x\n</execute>",
                 bash("echo '<execute>' x")},
        Spelling{"QuotedClosingTagInCode", "<execute>\nprint(\"</execute>\")\n</execute>",
                 python("print(\"</execute>\")")},
        Spelling{"ComparisonInCode", "<execute>print(1 < 2 > 0)</execute>",
                 python("print(1 < 2 > 0)")},
        Spelling{"InvalidBytes", "<execute>print('\xFF')</execute>",
                 python("print('\xEF\xBF\xBD')")},
        Spelling{"WrappedInAFence", "```\n<execute language=\"bash\">\nls\n</execute>\n```",
                 bash("ls")}),
    [](const auto& tested) { return tested.param.name; });

class NoAction : public ::testing::TestWithParam<Spelling> {};

TEST_P(NoAction, LeavesTheReplyAsProse) {
  const Turn turn = understood<CodeAct>(GetParam().reply);

  EXPECT_THAT(turn.actions, IsEmpty());
  EXPECT_EQ(turn.prose, GetParam().reply);
}

INSTANTIATE_TEST_SUITE_P(
    Spellings, NoAction,
    ::testing::Values(
        Spelling{"Words", "I will not do that.", {}},
        Spelling{"QuotedCode",
                 "I won't run this:\n```python\nimport os\nos.remove('x')\n```\nIt deletes x.",
                 {}},
        Spelling{"QuotedBash", "```bash\nrm x\n```", {}},
        Spelling{"CutInsideTheTag", "Now I act: <execute langu", {}},
        Spelling{"CutInsideTheValue", "<execute language=\"ba", {}},
        Spelling{"TagInBackticks", "I could use the `<execute>` tag but need not.", {}},
        Spelling{"TagInQuotes", "The tag \"<execute language='bash'>\" is for acting.", {}},
        Spelling{"LongerWord", "<executed>ls</executed> <execute_ruby>x</execute_ruby>", {}},
        Spelling{"OnlyClosing", "ls</execute>", {}},
        Spelling{"Spaced", "< execute>ls</ execute>", {}}),
    [](const auto& tested) { return tested.param.name; });

TEST(CodeAct, KeepsSeveralActionsInOrderAndTheProseBetweenThem) {
  const Turn turn = understood<CodeAct>(
      "First\n<execute "
      "language=\"bash\">ls</execute>then\n<execute>print(1)</execute>\n<execute_bash>pwd");

  EXPECT_THAT(turn.actions, ElementsAre(bash("ls"), python("print(1)"), bash("pwd")));
  EXPECT_EQ(turn.prose, "First\n\nthen\n\n\n\n");
}

TEST(CodeAct, NeverRunsTheFenceBesideAnAction) {
  const Turn turn = understood<CodeAct>(
      "```bash\nrm a\n```\nNot that, but:\n<execute_bash>ls</execute_bash>\n```\nrm b\n```");

  EXPECT_THAT(turn.actions, ElementsAre(bash("ls")));
  EXPECT_THAT(turn.prose, HasSubstr("rm b"));
}

TEST(CodeAct, SaysWhichLanguagesThereAreWhenItKnowsNotTheOneAsked) {
  const std::vector<Action> read = actions("<execute language=\"Ruby\">puts 1</execute>");

  ASSERT_EQ(read.size(), 1U);
  EXPECT_EQ(read[0].language, "Ruby");
  EXPECT_THAT(read[0].problem, HasSubstr("\"Ruby\""));
  EXPECT_THAT(read[0].problem, HasSubstr("python, bash and javascript"));
}

TEST(CodeAct, ReportsAFenceOfAnUnknownLanguageToo) {
  const std::vector<Action> read = actions("<execute>\n```perl\nprint 1\n```\n</execute>");

  ASSERT_EQ(read.size(), 1U);
  EXPECT_THAT(read[0].problem, HasSubstr("\"perl\""));
}

TEST(CodeAct, ReportsAnEmptyAction) {
  const std::vector<Action> read = actions("<execute language=\"bash\">\n \n</execute>");

  ASSERT_EQ(read.size(), 1U);
  EXPECT_THAT(read[0].problem, HasSubstr("no code"));
}

TEST(CodeAct, ReadsAHostileReplyInLinearTime) {
  std::string reply;
  for (int i = 0; i < 50'000; ++i) reply += "`<execute>` <execute a=b ";

  EXPECT_THAT(actions(reply), IsEmpty());
}

TEST(CodeAct, IsNamedByItsPrompt) {
  const CodeAct agent("be useful");

  EXPECT_EQ(agent.architecture(), "codeact");
  EXPECT_EQ(agent.prompt_digest(), sha256_hex("be useful"));
}

}  // namespace
}  // namespace redcode::agents
