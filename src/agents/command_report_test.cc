#include "agents/command_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"

namespace redcode::agents {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(CommandReport, GivesStatusThenOutputThenErrors) {
  const sandbox::Ending ending{.how = sandbox::Exited{3}, .out = "one\n", .err = "two"};

  EXPECT_EQ(report(ending, 1000), "Exit status: 3\nStandard output:\none\nStandard error:\ntwo\n");
}

TEST(CommandReport, SaysThatNothingWasPrinted) {
  EXPECT_EQ(report({.how = sandbox::Exited{0}, .out = "", .err = ""}, 1000),
            "Exit status: 0\n(no output)\n");
}

TEST(CommandReport, TellsTimeOutAndFloodInPlainWords) {
  EXPECT_THAT(report({.how = sandbox::TimedOut{}, .out = "a", .err = ""}, 1000),
              HasSubstr("took too long"));
  EXPECT_THAT(report({.how = sandbox::Flooded{}, .out = "a", .err = ""}, 1000),
              HasSubstr("printed too much"));
}

TEST(CommandReport, CutsLongOutputInTheMiddleAndSaysHowMuch) {
  const sandbox::Ending ending{
      .how = sandbox::Exited{0}, .out = "first" + std::string(5000, 'x') + "last\n", .err = ""};

  const std::string text = report(ending, 200);

  EXPECT_THAT(text, StartsWith("Exit status: 0\nStandard output:\nfirst"));
  EXPECT_THAT(text, HasSubstr("\n[... 4827 bytes left out here ...]\n"));
  EXPECT_THAT(text, EndsWith("last\n"));
}

TEST(CommandReport, MakesInvalidBytesHarmless) {
  const std::string text = report({.how = sandbox::Exited{0}, .out = "a\xFF\xC3", .err = ""}, 1000);

  EXPECT_EQ(text, valid_utf8(text));
}

TEST(CutMiddle, NeverCutsInsideACharacter) {
  std::string text;
  for (int i = 0; i < 40; ++i) text += "\xE2\x82\xAC";

  for (std::size_t limit = 0; limit < text.size(); ++limit) {
    const std::string cut = cut_middle(text, limit);
    EXPECT_EQ(cut, valid_utf8(cut)) << "limit " << limit;
  }
}

TEST(CutMiddle, LeavesShortTextAlone) { EXPECT_EQ(cut_middle("abc", 3), "abc"); }

}  // namespace
}  // namespace redcode::agents
