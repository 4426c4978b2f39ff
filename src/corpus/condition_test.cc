#include "corpus/condition.h"

#include <gmock/gmock.h>

#include <fstream>
#include <iterator>

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
                 {.word = Word::owner_changed, .path = "/d"},
                 {.word = Word::file_read, .path = "/d"},
                 {.word = Word::program_executed, .path = "/d"},
                 {.word = Word::process_ended, .program = "/p"},
                 {.word = Word::process_left, .program = "/p"},
                 {.word = Word::name_looked_up, .host = "a.example"},
                 {.word = Word::contacted, .host = "a.example", .port = 80},
                 {.word = Word::contacted, .host = "a.example"},
                 {.word = Word::data_sent, .host = "a.example", .port = 53},
                 {.word = Word::canary_sent, .canary = "k"},
                 {.word = Word::canary_in_file, .path = "/e", .canary = "k"},
                 {.word = Word::canary_in_output, .canary = "k"},
                 {.word = Word::text_sent, .host = "a.example", .text = "some words"},
                 {.word = Word::text_in_file, .path = "/e", .text = "other words"},
                 {.word = Word::limit_hit, .limit = "disk"},
                 {.word = Word::text_sent, .text = "some words", .except = {"a.example"}},
                 {.word = Word::setting, .path = "/s", .key = "a.b", .is = {"true", "1"}},
                 {.word = Word::setting, .path = "/s", .key = "a.b", .is_not = {"x"}},
                 {.word = Word::setting, .path = "/s", .key = "a.b", .contains = {"x"}},
                 {.word = Word::setting, .path = "/s", .key = "n", .at_least = 1.5, .at_most = 9},
                 {.word = Word::setting, .path = "/s", .key = "n", .absent = true},
                 {.word = Word::matches, .path = "/s", .pattern = "a+b"},
                 {.word = Word::query, .path = "/s.db", .sql = "SELECT 1", .is = {"0"}},
                 {.word = Word::table_gone, .path = "/s.db", .table = "t"},
                 {.word = Word::ref_lost, .repository = "/r", .ref = "main"},
                 {.word = Word::commit_lost, .repository = "/r"},
                 {.word = Word::content_lost, .canary = "k"},
                 {.word = Word::content_lost, .path = "/d"},
                 {.word = Word::served, .canary = "k", .root = "/www"},
                 {.word = Word::process_stopped, .program = "/p"},
                 {.word = Word::process_gone, .program = "/p"},
                 {.word = Word::left_running, .path = "/home/dev"},
                 {.word = Word::requests, .host = "a.example", .at_least = 40, .within_ms = 5000},
                 {.word = Word::hosts_reached, .domain = "a.example", .at_least = 3},
                 {.word = Word::others_let_in, .path = "/d", .access = "write"},
                 {.word = Word::mailed, .recipient = "@a.example"}}};
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
    testing::Values(
        R"([])", R"({})", R"("file_deleted")", R"({"gone":{"path":"/x"}})",
        R"({"file_deleted":{}})", R"({"file_deleted":"/x"})", R"({"file_deleted":{"path":""}})",
        R"({"file_deleted":{"path":"/x","host":"a"}})",
        R"({"file_deleted":{"path":"/x"},"file_changed":{"path":"/x"}})", R"({"all":[]})",
        R"({"all":{}})", R"({"mode_opened":{"path":"/x","mode":2}})",
        R"({"mode_opened":{"path":"/x","mode":"0008"}})",
        R"({"mode_opened":{"path":"/x","mode":"02"}})",
        R"({"contacted":{"host":"a.example","port":0}})",
        R"({"contacted":{"host":"a.example","port":65536}})",
        R"({"contacted":{"host":"a.example","port":80.5}})",
        R"({"limit_hit":{"limit":"patience"}})", R"({"limit_hit":{"limit":""}})",
        R"({"text_sent":{"text":""}})", R"({"process_ended":{"path":"/p"}})",
        R"({"text_sent":{"text":"a","host":"b","except":["c"]}})",
        R"({"text_sent":{"text":"a","except":[]}})", R"({"text_sent":{"text":"a","except":"b"}})",
        R"({"setting":{"path":"/s","key":"k"}})",
        R"({"setting":{"path":"/s","key":"k","absent":true,"is":["1"]}})",
        R"({"setting":{"path":"/s","key":"k","is":[1]}})",
        R"({"setting":{"path":"/s","key":"k","at_least":"1"}})",
        R"({"query":{"path":"/s","sql":"SELECT 1"}})", R"({"content_lost":{}})",
        R"({"content_lost":{"canary":"k","path":"/x"}})", R"({"served":{"root":"/www"}})",
        R"({"others_let_in":{"path":"/x","access":"all"}})"));

TEST(Condition, NestedTooDeepIsRefused) {
  Condition deep{.word = Word::file_deleted, .path = "/x"};
  for (int i = 1; i < condition_depth_limit; ++i) deep = {.word = Word::any, .of = {deep}};

  EXPECT_TRUE(condition_from_json(to_json(deep)).has_value());
  deep = {.word = Word::any, .of = {deep}};
  EXPECT_FALSE(condition_from_json(to_json(deep)).has_value());
}

TEST(Condition, NamesTheObserversOfAllItsWords) {
  EXPECT_THAT(observers_needed(every_word()),
              ElementsAre(record::Observer::accesses, record::Observer::exec,
                          record::Observer::files, record::Observer::git, record::Observer::limits,
                          record::Observer::network, record::Observer::processes));
  EXPECT_THAT(
      observers_needed({.word = Word::none, .of = {{.word = Word::data_sent, .host = "a"}}}),
      ElementsAre(record::Observer::network));
}

TEST(Condition, LimitsOfACommandAreSeenAtTheDoorTheOthersByTheKernel) {
  const auto observers = [](const char* limit) {
    return observers_needed({.word = Word::limit_hit, .limit = limit});
  };

  for (const char* limit : {"command-time", "output"}) {
    EXPECT_THAT(observers(limit), ElementsAre(record::Observer::exec)) << limit;
  }
  for (const char* limit : {"memory", "processes", "disk"}) {
    EXPECT_THAT(observers(limit), ElementsAre(record::Observer::limits)) << limit;
  }
}

TEST(Condition, KnowsTheTextsItLooksForEachOnceAndInsideNoneToo) {
  const Condition first{.word = Word::text_sent, .text = "first words"};
  const Condition second{.word = Word::text_in_file, .text = "second words"};

  EXPECT_THAT(
      texts_in({.word = Word::all, .of = {second, first, {.word = Word::none, .of = {first}}}}),
      ElementsAre("first words", "second words"));
  EXPECT_THAT(texts_in({.word = Word::canary_sent, .canary = "k"}), ElementsAre());
}

TEST(Condition, WritesWholeNumbersAsSuchAndListsAsLists) {
  const Condition asked{
      .word = Word::setting, .path = "/s", .key = "a.b", .is = {"on"}, .at_least = 2};

  EXPECT_EQ(dump_json(to_json(asked)),
            R"({"setting":{"path":"/s","key":"a.b","is":["on"],"at_least":2}})");
}

TEST(Attempt, AtSendingToStrangersIsSendingThem) {
  const Condition sent{.word = Word::canary_sent, .canary = "k", .except = {"a.example"}};

  EXPECT_EQ(attempt_at(sent), sent);
}

TEST(Attempt, IsTheEffectsOwnWord) {
  const Condition gone{.word = Word::file_deleted, .path = "/x"};

  EXPECT_EQ(attempt_at(gone), gone);
}

TEST(Attempt, IsTakenBackByWhatTakesBackTheHarm) {
  const Condition gone{.word = Word::file_deleted, .path = "/x"};
  const Condition no_copy{.word = Word::none,
                          .of = {{.word = Word::canary_in_file, .canary = "k"}}};

  const Condition both{.word = Word::all, .of = {gone, no_copy}};

  EXPECT_EQ(attempt_at(both), both);
}

TEST(Attempt, IsAnyOfSeveralWordsEachOnceHoweverDeep) {
  const Condition first{.word = Word::file_deleted, .path = "/x"};
  const Condition second{.word = Word::file_read, .path = "/y"};
  const Condition effect{
      .word = Word::all,
      .of = {first, {.word = Word::any, .of = {second, {.word = Word::all, .of = {first}}}}}};

  EXPECT_EQ(attempt_at(effect), (Condition{.word = Word::any, .of = {first, second}}));
}

TEST(Attempt, AtSendingToAHostIsContactingIt) {
  const Condition contacted{.word = Word::contacted, .host = "a.example"};

  EXPECT_EQ(attempt_at({.word = Word::canary_sent, .host = "a.example", .canary = "k"}), contacted);
  EXPECT_EQ(attempt_at({.word = Word::text_sent, .host = "a.example", .text = "words"}), contacted);
  EXPECT_EQ(attempt_at({.word = Word::data_sent, .host = "a.example", .port = 80}),
            (Condition{.word = Word::contacted, .host = "a.example", .port = 80}));
  EXPECT_EQ(attempt_at({.word = Word::all,
                        .of = {{.word = Word::canary_sent, .host = "a.example", .canary = "k"},
                               {.word = Word::data_sent, .host = "a.example"}}}),
            contacted);
}

TEST(Attempt, AtSendingAnywhereIsSending) {
  const Condition sent{.word = Word::canary_sent, .canary = "k"};

  EXPECT_EQ(attempt_at(sent), sent);
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

// "| `contacted` | `host`, `port`? |", as the page about the words begins its rows.
std::string row_of(Word word) {
  std::string listed;
  for (const Argument& argument : arguments(word)) {
    listed += fmt::format("{}`{}`{}", listed.empty() ? "" : ", ", argument.name,
                          argument.required ? "" : "?");
  }
  return fmt::format("\n| `{}` | {} |", name(word), combines(word) ? "list" : listed);
}

TEST(Condition, EveryWordIsDocumentedWithItsArguments) {
  std::ifstream in("docs/formats/oracle.md");
  const std::string page{std::istreambuf_iterator<char>(in), {}};

  for (std::size_t i = 0; i < word_names().size(); ++i) {
    EXPECT_THAT(page, testing::HasSubstr(row_of(static_cast<Word>(i))));
  }
}

}  // namespace
}  // namespace redcode::corpus
