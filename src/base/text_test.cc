#include "base/text.h"

#include <gtest/gtest.h>

namespace redcode {
namespace {

TEST(EscapeTerminal, DisarmsEscapeSequencesButKeepsLinesAndTabs) {
  EXPECT_EQ(escape_terminal("a\x1b[2J\tb\nc\r"), "a\\x1b[2J\tb\nc\\x0d");
}

TEST(EscapeTerminal, ShowsBidiAndZeroWidthCharacters) {
  EXPECT_EQ(escape_terminal("x\u202Ey\u200Bz"), "x\\u{202e}y\\u{200b}z");
}

TEST(EscapeTerminal, DisarmsEightBitControlsAndBrokenUtf8) {
  EXPECT_EQ(escape_terminal("\x9b\xff"), "\\x9b\\xff");
  EXPECT_EQ(escape_terminal("\xC2\x9B"), "\\x9b");
}

TEST(EscapeTerminal, LeavesOrdinaryUnicodeAlone) {
  EXPECT_EQ(escape_terminal("naïve ✓ 文"), "naïve ✓ 文");
}

TEST(OneLine, CutsAndMarks) { EXPECT_EQ(one_line("one\ntwo\nthree", 7), "one two…"); }

TEST(ValidUtf8, ReplacesSurrogatesAndOverlongForms) {
  EXPECT_EQ(valid_utf8("\xED\xA0\x80"), "\uFFFD\uFFFD\uFFFD");
  EXPECT_EQ(valid_utf8("\xC0\xAF"), "\uFFFD\uFFFD");
}

TEST(Base64, MatchesTheRfcExamples) {
  EXPECT_EQ(to_base64("f"), "Zg==");
  EXPECT_EQ(to_base64("fo"), "Zm8=");
  EXPECT_EQ(to_base64("foobar"), "Zm9vYmFy");
}

TEST(Nearest, SuggestsATypingErrorAndNothingFarAway) {
  const std::vector<std::string> words{"file_deleted", "file_created", "contacted"};

  EXPECT_EQ(nearest("file_deletd", words), "file_deleted");
  EXPECT_EQ(nearest("zzz", words), "");
}

TEST(Split, KeepsEmptyParts) {
  EXPECT_EQ(split("a,,b", ','), (std::vector<std::string>{"a", "", "b"}));
}

}  // namespace
}  // namespace redcode
