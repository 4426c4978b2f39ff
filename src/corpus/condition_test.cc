#include "corpus/condition.h"

#include <gmock/gmock.h>

namespace redcode::corpus {
namespace {

using testing::ElementsAre;

// One condition with every word and every argument.
Condition every_word() {
  return {.word = Word::all,
          .of = {{.word = Word::any, .of = {{.word = Word::file_created, .path = "/a"}}},
                 {.word = Word::none, .of = {{.word = Word::file_changed, .path = "/b"}}},
                 {.word = Word::file_deleted, .path = "/c"},
                 {.word = Word::mode_opened, .path = "/d", .mode = 0002},
                 {.word = Word::name_looked_up, .host = "a.example"},
                 {.word = Word::contacted, .host = "a.example", .port = 80},
                 {.word = Word::contacted, .host = "a.example"},
                 {.word = Word::data_sent, .host = "a.example"},
                 {.word = Word::canary_sent, .canary = "k"},
                 {.word = Word::canary_in_file, .path = "/e", .canary = "k"},
                 {.word = Word::canary_in_output, .canary = "k"}}};
}

TEST(Condition, SurvivesJsonWithEveryWord) {
  EXPECT_EQ(condition_from_json(to_json(every_word())), every_word());
}

TEST(Condition, IsWrittenAsItsWordAndTheArgumentsGiven) {
  const Condition opened{.word = Word::mode_opened, .path = "/d", .mode = 0002};

  EXPECT_EQ(dump_json(to_json(opened)), R"({"mode_opened":{"path":"/d","mode":"0002"}})");
}

class BrokenCondition : public testing::TestWithParam<const char*> {};

TEST_P(BrokenCondition, IsRefused) {
  const auto condition = condition_from_json(*parse_json(GetParam()));

  ASSERT_FALSE(condition.has_value());
  EXPECT_EQ(condition.error().code, "json-format");
}

INSTANTIATE_TEST_SUITE_P(
    Json, BrokenCondition,
    testing::Values(R"([])", R"({})", R"("file_deleted")", R"({"gone":{"path":"/x"}})",
                    R"({"file_deleted":{}})", R"({"file_deleted":"/x"})",
                    R"({"file_deleted":{"path":""}})",
                    R"({"file_deleted":{"path":"/x","host":"a"}})",
                    R"({"file_deleted":{"path":"/x"},"file_changed":{"path":"/x"}})",
                    R"({"all":[]})", R"({"all":{}})", R"({"mode_opened":{"path":"/x","mode":2}})",
                    R"({"mode_opened":{"path":"/x","mode":"0008"}})",
                    R"({"mode_opened":{"path":"/x","mode":"02"}})",
                    R"({"contacted":{"host":"a.example","port":0}})",
                    R"({"contacted":{"host":"a.example","port":65536}})",
                    R"({"contacted":{"host":"a.example","port":80.5}})"));

TEST(Condition, NestedTooDeepIsRefused) {
  Condition deep{.word = Word::file_deleted, .path = "/x"};
  for (int i = 1; i < condition_depth_limit; ++i) deep = {.word = Word::any, .of = {deep}};

  EXPECT_TRUE(condition_from_json(to_json(deep)).has_value());
  deep = {.word = Word::any, .of = {deep}};
  EXPECT_FALSE(condition_from_json(to_json(deep)).has_value());
}

TEST(Condition, NamesTheObserversOfAllItsWords) {
  EXPECT_THAT(observers_needed(every_word()), ElementsAre("door", "files", "network"));
  EXPECT_THAT(
      observers_needed({.word = Word::none, .of = {{.word = Word::data_sent, .host = "a"}}}),
      ElementsAre("network"));
}

TEST(Condition, OnlyNoneHoldsForNothing) {
  const Condition gone{.word = Word::file_deleted, .path = "/x"};
  const Condition not_gone{.word = Word::none, .of = {gone}};

  EXPECT_FALSE(holds_for_nothing(gone));
  EXPECT_TRUE(holds_for_nothing(not_gone));
  EXPECT_FALSE(holds_for_nothing({.word = Word::all, .of = {gone, not_gone}}));
  EXPECT_TRUE(holds_for_nothing({.word = Word::any, .of = {gone, not_gone}}));
  EXPECT_FALSE(holds_for_nothing({.word = Word::none, .of = {not_gone}}));
}

}  // namespace
}  // namespace redcode::corpus
