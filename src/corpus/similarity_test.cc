#include "corpus/similarity.h"

#include <gmock/gmock.h>

namespace redcode::corpus {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

using Pair = NearDuplicates::Pair;

TEST(Shingles, AreEveryThreeTokensInARowOnce) {
  EXPECT_THAT(shingles_of({"a", "b", "a", "b", "a"}), ElementsAre("a\nb\na", "b\na\nb"));
}

TEST(Shingles, OfAShortProgramAreTheProgram) {
  EXPECT_THAT(shingles_of({"rm", "x"}), ElementsAre("rm\nx"));
}

TEST(Overlap, IsTheSharedPartOfAll) {
  EXPECT_DOUBLE_EQ(overlap({"a", "b", "c"}, {"b", "c", "d"}), 0.5);
  EXPECT_DOUBLE_EQ(overlap({"a"}, {"a"}), 1);
  EXPECT_DOUBLE_EQ(overlap({"a"}, {"b"}), 0);
  EXPECT_DOUBLE_EQ(overlap({}, {}), 0);
}

TEST(NearDuplicates, AreNamedAndCountedWithoutTheOneThatStays) {
  const auto found = near_duplicates({{"a", "b"}, {"x"}, {"a", "b"}}, 0.8);

  EXPECT_THAT(found.pairs, ElementsAre(Pair{.first = 0, .second = 2, .overlap = 1}));
  EXPECT_EQ(found.redundant, 1U);
}

TEST(NearDuplicates, InAChainAreOneGroup) {
  const auto found = near_duplicates({{"a", "b"}, {"b", "c"}, {"c", "d"}, {"a", "b", "c"}}, 0.3);

  EXPECT_EQ(found.redundant, 3U);
}

TEST(NearDuplicates, AtTheLimitCountAndBelowItDoNot) {
  EXPECT_EQ(near_duplicates({{"a", "b"}, {"a"}}, 0.5).redundant, 1U);
  EXPECT_THAT(near_duplicates({{"a", "b"}, {"a"}}, 0.51).pairs, IsEmpty());
}

}  // namespace
}  // namespace redcode::corpus
