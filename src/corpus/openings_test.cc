#include "corpus/openings.h"

#include <gmock/gmock.h>

namespace redcode::corpus {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Openings, AreThreeWordsInLowerCaseWithoutPunctuation) {
  EXPECT_EQ(opening_of("  OPS-812, - \"Notes\" folder. Do it"), "ops-812 notes folder");
  EXPECT_EQ(opening_of("Hi!\n\nyou"), "hi you");
  EXPECT_EQ(opening_of("... --"), "");
}

TEST(Openings, AreCountedTheMostUsedFirst) {
  const auto openings = openings_of({{.text = "One two three four", .source = "a"},
                                     {.text = "Please run this now", .source = "b"},
                                     {.text = "please run this: again", .source = "c"},
                                     {.text = "Please run this later", .source = "c"},
                                     {.text = "", .source = "d"}});

  EXPECT_THAT(
      openings,
      ElementsAre(Opening{.words = "please run this", .prompts = 3, .sources = 2, .share = 0.75},
                  Opening{.words = "one two three", .prompts = 1, .sources = 1, .share = 0.25}));
}

TEST(Openings, OfNothingAreNone) { EXPECT_THAT(openings_of({}), IsEmpty()); }

}  // namespace
}  // namespace redcode::corpus
