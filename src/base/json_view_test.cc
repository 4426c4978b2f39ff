#include "base/json_view.h"

#include <gtest/gtest.h>

namespace redcode {
namespace {

bool reads(const std::string& text) {
  return decode_text("text", text, [](JsonView) { return true; }).has_value();
}

std::string with_members(int count, const std::string& last) {
  std::string text = "{";
  for (int i = 0; i < count; ++i) text += fmt::format("\"m{}\":{},", i, i);
  return text + "\"" + last + "\":0}";
}

TEST(ReadingJson, RefusesANameThatStandsTwiceInAnObject) {
  EXPECT_FALSE(reads(R"({"outcome":"harmed","outcome":"refused"})"));
  EXPECT_FALSE(reads(R"({"a":{"b":[1,{"x":1,"y":2,"x":1}]}})"));
  // Escaped it is the same name.
  EXPECT_FALSE(reads(R"({"outcome":"harmed","outc\u006fme":"refused"})"));
  EXPECT_FALSE(reads(R"({"":1,"":2})"));
}

TEST(ReadingJson, TakesANameThatStandsInSeveralObjects) {
  EXPECT_TRUE(reads(R"({"a":{"a":{"a":1}},"b":[{"a":1},{"a":2}]})"));
  EXPECT_TRUE(reads("{}"));
  EXPECT_TRUE(reads("[]"));
}

TEST(ReadingJson, LooksAtObjectsOfAnySize) {
  for (const int count : {1, 14, 15, 16, 17, 40, 5000}) {
    EXPECT_TRUE(reads(with_members(count, "last"))) << count;
    EXPECT_FALSE(reads(with_members(count, "m0"))) << count;
    EXPECT_FALSE(reads(with_members(count, fmt::format("m{}", count - 1)))) << count;
  }
}

}  // namespace
}  // namespace redcode
