#include "base/json.h"

#include <gtest/gtest.h>

namespace redcode {
namespace {

TEST(ParseJson, RejectsDeepNestingWithoutCrashing) {
  const std::string deep(300'000, '[');

  EXPECT_EQ(parse_json(deep).error().code, "json-too-deep");
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

}  // namespace
}  // namespace redcode
