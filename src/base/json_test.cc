#include "base/json.h"

#include <gtest/gtest.h>

namespace redcode {
namespace {

TEST(ParseJson, RejectsDeepNestingWithoutCrashing) {
  const std::string deep(300'000, '[');

  EXPECT_EQ(parse_json(deep).error().code, "json-too-deep");
}

TEST(ParseJson, CountsNoBracketsInStrings) {
  const std::string text = R"(["\\", "\"[[[[", {"]": "{{{{:::"}])";

  EXPECT_TRUE(parse_json(text, {.depth = 2, .members = 1}));
  EXPECT_EQ(parse_json(text, {.depth = 1}).error().code, "json-too-deep");
}

TEST(ParseJson, RejectsTooManyMembers) {
  EXPECT_EQ(parse_json(R"([{"a": 1}, {"a": 1, "b": 2}])", {.members = 1}).error().code,
            "json-too-big");
}

TEST(ParseJson, RejectsTooManyValues) {
  const std::string text = R"([[], {"a": 1, "b": "[,,,,"}, 2])";  // itself and five more

  EXPECT_TRUE(parse_json(text, {.values = 9}));
  EXPECT_EQ(parse_json(text, {.values = 5}).error().code, "json-too-big");
}

// In quadratic time it would not end.
TEST(ParseJson, ReadsLongListsOfObjects) {
  std::string list = "[{}";
  for (int i = 0; i < 200'000; ++i) list += ",{}";

  EXPECT_EQ(parse_json(list + "]")->size(), 200'001U);
}

TEST(ParseJson, RejectsTooManyBytes) {
  EXPECT_EQ(parse_json("[1,2,3]", {.bytes = 3}).error().code, "json-too-big");
}

TEST(ParseJson, RejectsBrokenText) { EXPECT_EQ(parse_json("{\"a\":").error().code, "json-syntax"); }

TEST(DumpJson, SurvivesInvalidUtf8) {
  EXPECT_EQ(dump_json(Json{{"a", "\xff"}}), "{\"a\":\"\uFFFD\"}");
}

TEST(DumpJson, KeepsTheOrderOfKeys) {
  EXPECT_EQ(dump_json(parse_json(R"({"b":1,"a":2})").value()), R"({"b":1,"a":2})");
}

TEST(MemberOr, FallsBackOnAbsentAndMistyped) {
  const Json value = parse_json(R"({"n":"text","m":7})").value();

  EXPECT_EQ(member_or<int>(value, "n", -1), -1);
  EXPECT_EQ(member_or<int>(value, "m", -1), 7);
  EXPECT_EQ(member_or<int>(Json::array(), "m", -1), -1);
}

TEST(MemberOr, TakesNoNumberThatTheTypeCannotHold) {
  const Json json{{"whole", 5}, {"negative", -1}, {"broken", -1.5}, {"huge", 1e300}};

  EXPECT_EQ(member_or<std::uint64_t>(json, "whole", 7), 5U);
  EXPECT_EQ(member_or<std::uint64_t>(json, "negative", 7), 7U);
  EXPECT_EQ(member_or<std::int64_t>(json, "negative", 7), -1);
  EXPECT_EQ(member_or<std::uint64_t>(json, "broken", 7), 7U);
  EXPECT_EQ(member_or<std::int64_t>(json, "huge", 7), 7);
  EXPECT_EQ(member_or<double>(json, "broken", 7), -1.5);
}

}  // namespace
}  // namespace redcode
