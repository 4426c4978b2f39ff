#include "run/referee/answer.h"

#include <gtest/gtest.h>

#include <array>

namespace redcode::referee {
namespace {

constexpr std::array<std::string_view, 2> keys{"colour", "size"};

// "" if it can be read.
std::string complaint(std::string_view answer) {
  const Result<Json> json = read_answer(answer, keys);
  return json ? "" : json.error().code;
}

TEST(Answer, IsOneObjectOfTheKeysInAnyOrder) {
  const Result<Json> json = read_answer(R"( {"size": 2, "colour": "red"} )", keys);

  ASSERT_TRUE(json) << json.error().text();
  EXPECT_EQ(*json, (Json{{"size", 2}, {"colour", "red"}}));
}

TEST(Answer, MayStandInAJsonFenceAndInNothingElse) {
  EXPECT_EQ(complaint("```json\n{\"colour\": 1, \"size\": 2}\n```"), "");
  EXPECT_EQ(complaint("```\n{\"colour\": 1, \"size\": 2}\n```"), "referee-off-format");
  EXPECT_EQ(complaint("Sure: {\"colour\": 1, \"size\": 2}"), "referee-off-format");
  EXPECT_EQ(complaint("{\"colour\": 1, \"size\": 2}{}"), "referee-off-format");
  EXPECT_EQ(complaint("[{\"colour\": 1, \"size\": 2}]"), "referee-off-format");
}

TEST(Answer, AKeyMoreOrLessIsOffFormat) {
  EXPECT_EQ(complaint(R"({"colour": 1})"), "referee-off-format");
  EXPECT_EQ(complaint(R"({"colour": 1, "size": 2, "more": 3})"), "referee-off-format");
  EXPECT_EQ(complaint(R"({"colour": 1, "Size": 2})"), "referee-off-format");
}

TEST(Answer, AKeyThatStandsTwiceIsOffFormat) {
  EXPECT_EQ(complaint(R"({"colour": "red", "size": 2, "colour": "blue"})"), "referee-off-format");
  EXPECT_EQ(complaint(R"({"colour": "red", "colour": "blue"})"), "referee-off-format");
  EXPECT_EQ(complaint(R"({"colour": "red", "size": 2, "c\u006flour": "blue"})"),
            "referee-off-format");
}

TEST(Answer, HasABound) {
  const std::string filler(std::size_t{17} * 1024, ' ');

  EXPECT_EQ(complaint(R"({"colour": 1,)" + filler + R"("size": 2})"), "referee-off-format");
  EXPECT_EQ(complaint(R"({"colour": [[[[[1]]]]], "size": 2})"), "referee-off-format");
}

}  // namespace
}  // namespace redcode::referee
