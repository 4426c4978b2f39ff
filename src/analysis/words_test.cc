#include "analysis/words.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace redcode::analysis {
namespace {

std::vector<WordId> found_in(const Words& words, std::string_view text) {
  std::vector<WordId> found;
  std::vector<bool> known;
  words.find(text, found, known);
  std::ranges::sort(found);
  return found;
}

TEST(Words, FindsWordsInsideAndAcrossEachOther) {
  Words words;
  const WordId she = words.add("she");
  const WordId he = words.add("he");
  const WordId hers = words.add("hers");
  const WordId shell = words.add("shell");
  words.compile();

  EXPECT_EQ(found_in(words, "ushers"), (std::vector{she, he, hers}));
  EXPECT_EQ(found_in(words, "shehe shell"), (std::vector{she, he, shell}));
  EXPECT_EQ(found_in(words, "s h e r s"), std::vector<WordId>{});
}

TEST(Words, IgnoresCaseAsRe2DoesInLatin1) {
  Words words;
  const WordId open = words.add("Open(");
  const WordId accented = words.add("\xE9t\xE9");
  words.compile();

  EXPECT_EQ(words.add("oPEN("), open);
  EXPECT_EQ(found_in(words, "fOPEN(x)"), std::vector{open});
  EXPECT_EQ(found_in(words, "\xC9T\xC9"), std::vector{accented});
}

TEST(Words, LeavesNothingBehindForTheNextSearch) {
  Words words;
  const WordId cat = words.add("cat");
  words.compile();
  std::vector<WordId> found;
  std::vector<bool> known;

  words.find("cat cat", found, known);
  const std::vector<WordId> first = found;
  words.find("a cat", found, known);

  EXPECT_EQ(first, std::vector{cat});
  EXPECT_EQ(found, std::vector{cat});
}

TEST(Words, FindsNothingWhereThereAreNone) {
  Words words;
  words.compile();

  EXPECT_TRUE(found_in(words, "anything").empty());
}

}  // namespace
}  // namespace redcode::analysis
