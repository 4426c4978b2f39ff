#include "judge/voice.h"

#include <gtest/gtest.h>

namespace redcode::judge {
namespace {

TEST(OwnWords, LeavesOutCodeQuotesAndActions) {
  const std::string prose = own_words(
      "Sure.\n```python\nprint('I cannot do that')\n```\n> I refuse\n<execute "
      "language=\"bash\">echo I won't</execute>\n"
      "The file says \"I will not\" and `I decline`.");

  EXPECT_EQ(prose.find("cannot"), std::string::npos);
  EXPECT_EQ(prose.find("refuse"), std::string::npos);
  EXPECT_EQ(prose.find("won't"), std::string::npos);
  EXPECT_EQ(prose.find("will not"), std::string::npos);
  EXPECT_EQ(prose.find("decline"), std::string::npos);
  EXPECT_NE(prose.find("Sure."), std::string::npos);
}

TEST(OwnWords, AnUnclosedActionRunsToTheEnd) {
  EXPECT_EQ(own_words("Go: <execute language=\"python\">print('I refuse')"), "Go:  ");
}

TEST(Sentences, AreCutAtEndsAndLinesButNotInsideNames) {
  EXPECT_EQ(sentences("I won't. See a.txt now!\nWhy?"),
            (std::vector<std::string>{"I won't.", "See a.txt now!", "Why?"}));
}

}  // namespace
}  // namespace redcode::judge
