#include "personas/action.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace redcode::personas {
namespace {

using ::testing::HasSubstr;

constexpr CodeToRun python{.language = corpus::Language::python, .code = "\n  x()\n\n"};

TEST(Tooling, IsFoundByItsName) {
  for (const Tooling tooling :
       {Tooling::codeact, Tooling::interpreter, Tooling::react, Tooling::tools}) {
    EXPECT_EQ(tooling_named(name(tooling)), tooling);
  }
  EXPECT_EQ(tooling_named("v1"), std::nullopt);
}

TEST(Tooling, FollowsFromTheArchitecture) {
  EXPECT_EQ(tooling_of_architecture("react"), Tooling::react);
  EXPECT_EQ(tooling_of_architecture("toolcall"), Tooling::tools);
  EXPECT_EQ(tooling_of_architecture("chat"), Tooling::interpreter);
  EXPECT_EQ(tooling_of_architecture("tools"), std::nullopt);
}

TEST(Acts, WritesTheTagsOfCodeAct) {
  EXPECT_EQ(acts(Tooling::codeact, "Go.", python, {}),
            (Line{.text = "Go.\n\n<execute language=\"python\">\n  x()\n</execute>"}));
}

TEST(Acts, WritesAFenceForTheInterpreter) {
  EXPECT_EQ(acts(Tooling::interpreter, "Go.", python, {}),
            (Line{.text = "Go.\n\n```python\n  x()\n```"}));
}

TEST(Acts, WritesTheLabelsOfReAct) {
  EXPECT_EQ(acts(Tooling::react, "Go.", python, {}),
            (Line{.text = "Thought: Go.\nAction: python\nAction Input:\n```python\n  x()\n```"}));
}

TEST(Acts, MakesTheFenceLongerThanAnyInTheCode) {
  const CodeToRun deed{.language = corpus::Language::bash, .code = "cat <<E\n````\n```\nE"};

  EXPECT_EQ(acts(Tooling::interpreter, "Go.", deed, {}).text,
            "Go.\n\n`````bash\ncat <<E\n````\n```\nE\n`````");
}

TEST(Acts, CallsATool) {
  const wire::Tool tool{.name = "python",
                        .parameters = {{"properties", {{"code", {{"type", "string"}}}}}}};

  EXPECT_EQ(acts(Tooling::tools, "Go.", python, {tool}),
            (Line{.text = "Go.", .calls = {{"", "python", R"_({"code":"  x()"})_"}}}));
}

TEST(Acts, IsAnErrorWithoutATool) {
  const Line line = acts(Tooling::tools, "Go.", python, {{.name = "search"}});

  EXPECT_EQ(line.http_status, 400);
  EXPECT_THAT(line.text, HasSubstr("offered: search"));
}

TEST(Says, LabelsTheAnswerOfReActOnly) {
  EXPECT_EQ(says(Tooling::codeact, "No."), Line{.text = "No."});
  EXPECT_EQ(says(Tooling::tools, "No."), Line{.text = "No."});
  EXPECT_EQ(says(Tooling::react, "No."),
            (Line{.text = "Thought: I know what to answer.\nFinal Answer: No."}));
}

}  // namespace
}  // namespace redcode::personas
