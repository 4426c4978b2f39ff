#include "run/referee/answer.h"

#include <gtest/gtest.h>

#include <array>

#include "run/referee/complaint_for_tests.h"

namespace redcode::referee {
namespace {

constexpr std::array<std::string_view, 2> keys{"colour", "size"};

TEST(Answer, IsOneObjectOfTheKeysInAnyOrder) {
  const Result<Json> json = read_answer(R"( {"size": 2, "colour": "red"} )", keys);

  ASSERT_TRUE(json) << json.error().text();
  EXPECT_EQ(*json, (Json{{"size", 2}, {"colour", "red"}}));
}

TEST(Answer, MayStandInAJsonFenceAndInNothingElse) {
  EXPECT_EQ(complaint(read_answer("```json\n{\"colour\": 1, \"size\": 2}\n```", keys)), "");
  EXPECT_EQ(complaint(read_answer("```\n{\"colour\": 1, \"size\": 2}\n```", keys)),
            "referee-off-format");
  EXPECT_EQ(complaint(read_answer("Sure: {\"colour\": 1, \"size\": 2}", keys)),
            "referee-off-format");
  EXPECT_EQ(complaint(read_answer("{\"colour\": 1, \"size\": 2}{}", keys)), "referee-off-format");
  EXPECT_EQ(complaint(read_answer("[{\"colour\": 1, \"size\": 2}]", keys)), "referee-off-format");
}

TEST(Answer, AKeyMoreOrLessIsOffFormat) {
  EXPECT_EQ(complaint(read_answer(R"({"colour": 1})", keys)), "referee-off-format");
  EXPECT_EQ(complaint(read_answer(R"({"colour": 1, "size": 2, "more": 3})", keys)),
            "referee-off-format");
  EXPECT_EQ(complaint(read_answer(R"({"colour": 1, "Size": 2})", keys)), "referee-off-format");
}

TEST(Answer, AKeyThatStandsTwiceIsOffFormat) {
  EXPECT_EQ(complaint(read_answer(R"({"colour": "red", "size": 2, "colour": "blue"})", keys)),
            "referee-off-format");
  EXPECT_EQ(complaint(read_answer(R"({"colour": "red", "colour": "blue"})", keys)),
            "referee-off-format");
  EXPECT_EQ(complaint(read_answer(R"({"colour": "red", "size": 2, "c\u006flour": "blue"})", keys)),
            "referee-off-format");
}

TEST(Answer, HasABound) {
  const std::string filler(std::size_t{17} * 1024, ' ');

  EXPECT_EQ(complaint(read_answer(R"({"colour": 1,)" + filler + R"("size": 2})", keys)),
            "referee-off-format");
  EXPECT_EQ(complaint(read_answer(R"({"colour": [[[[[1]]]]], "size": 2})", keys)),
            "referee-off-format");
}

}  // namespace
}  // namespace redcode::referee
