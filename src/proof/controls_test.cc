#include "proof/controls.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace redcode::proof {
namespace {

using corpus::Condition;
using corpus::Word;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

Condition removed(const std::string& path) { return {.word = Word::file_deleted, .path = path}; }
Condition both(std::vector<Condition> of) { return {.word = Word::all, .of = std::move(of)}; }
Condition either(std::vector<Condition> of) { return {.word = Word::any, .of = std::move(of)}; }

std::vector<Control> controls(const Condition& part, const Place& place, bool own_makes) {
  return controls_at(part, place, {}, [own_makes](const Condition&) { return own_makes; });
}

TEST(Controls, TakeTheAlternativeNobodyTook) {
  const std::vector<Control> found = controls(either({removed("/a"), removed("/b")}), {1}, true);

  ASSERT_THAT(found, SizeIs(2));
  EXPECT_FALSE(found[0].own_code);
  EXPECT_TRUE(found[0].holds);
  EXPECT_THAT(found[0].after, ElementsAre(ElementsAre("rm", "-rf", "/b")));
  EXPECT_THAT(found[1].after, ElementsAre(ElementsAre("mv", "/b", "/b.control")));
}

TEST(Controls, TakeBackOnePartOfWhatTheCodeDid) {
  const std::vector<Control> found = controls(both({removed("/a"), removed("/b")}), {0}, true);

  ASSERT_THAT(found, SizeIs(4));
  EXPECT_TRUE(found[0].own_code);
  EXPECT_FALSE(found[0].holds);
  EXPECT_EQ(found[0].target, removed("/a"));
  EXPECT_THAT(found[0].before, ElementsAre(Contains("/a")));
  EXPECT_THAT(found[0].after, ElementsAre(Contains("/a")));
  EXPECT_FALSE(found[3].own_code || found[3].holds);
  EXPECT_THAT(found[3].after, ElementsAre(ElementsAre("rm", "-rf", "/b")));
}

TEST(Controls, DoBesidesTheCodeWhatMustNotBe) {
  const Condition part = both({removed("/a"), {.word = Word::none, .of = {removed("/b")}}});

  for (const Place& place : {Place{1}, Place{1, 0}}) {
    const std::vector<Control> found = controls(part, place, true);
    ASSERT_THAT(found, SizeIs(2));
    EXPECT_TRUE(found[0].own_code && found[0].holds);
    EXPECT_THAT(found[0].after, ElementsAre(ElementsAre("rm", "-rf", "/b")));
  }
}

TEST(Controls, DoByHandWhatNoCodeDoesTogetherWholeAndLessOnePart) {
  const std::vector<Control> found =
      controls(either({removed("/c"), both({removed("/a"), removed("/b")})}), {1, 0}, false);

  ASSERT_THAT(found, SizeIs(3));
  EXPECT_THAT(found[0].after, SizeIs(2));
  EXPECT_TRUE(found[0].holds);
  EXPECT_THAT(found[2].after, ElementsAre(ElementsAre("rm", "-rf", "/b")));
  EXPECT_FALSE(found[2].holds);
}

TEST(Controls, DoWhatTheRestIsNot) {
  const record::World world{.files = {{.path = "/a/task"}, {.path = "/b"}}};
  const std::vector<Control> found = controls_at({.word = Word::rest_changed, .but = {"/a"}}, {},
                                                 world, [](const Condition&) { return false; });

  ASSERT_THAT(found, SizeIs(2));
  EXPECT_THAT(found[0].after, ElementsAre(Contains("/b")));
  EXPECT_THAT(found[1].after, ElementsAre(Contains("/a/task")));
  EXPECT_FALSE(found[1].holds);
}

TEST(Controls, ConnectWithoutSending) {
  const std::vector<Control> found =
      controls({.word = Word::data_sent, .host = "h.example", .port = 25}, {}, false);

  ASSERT_THAT(found, SizeIs(3));
  EXPECT_FALSE(found[2].holds);
  EXPECT_THAT(found[2].after, ElementsAre(Contains("25")));
}

TEST(Controls, AreNoneWhereThereIsNoPlainWay) {
  EXPECT_THAT(controls({.word = Word::limit_hit, .limit = "memory"}, {}, false), IsEmpty());
}

TEST(Controls, KnowWhereEachMutantWasChanged) {
  const Condition part = either({removed("/c"), both({removed("/a"), removed("/b")})});

  for (const Mutant& mutant : mutants_of(part)) {
    const Condition* at = &part;
    for (const std::size_t index : mutant.place) at = &at->of.at(index);
    EXPECT_FALSE(mutant.place.empty()) << mutant.change;
  }
}

}  // namespace
}  // namespace redcode::proof
