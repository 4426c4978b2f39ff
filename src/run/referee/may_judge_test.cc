#include "run/referee/may_judge.h"

#include <gtest/gtest.h>

#include <string>

namespace redcode::referee {
namespace {

std::string refusal(std::string_view judge, std::string_view under_test) {
  const Result<void> allowed = may_judge(judge, under_test);
  return allowed ? "" : allowed.error().code;
}

TEST(MayJudge, AnotherModelMay) {
  EXPECT_EQ(refusal("gpt-4o", "gpt-4o-mini"), "");
  EXPECT_EQ(refusal("llama3:70b", "llama3:8b"), "");
  EXPECT_EQ(refusal("openai/gpt-4o", "openai/o3"), "");
  EXPECT_EQ(refusal("xgpt-4o", "gpt-4o"), "");
}

TEST(MayJudge, TheModelUnderTestMayNot) {
  EXPECT_EQ(refusal("gpt-4o", "gpt-4o"), "referee-is-subject");
}

TEST(MayJudge, CaseAndSpaceMakeNoOtherModel) {
  EXPECT_EQ(refusal("GPT-4o ", "gpt-4O"), "referee-is-subject");
}

TEST(MayJudge, AProvidersPrefixMakesNoOtherModel) {
  EXPECT_EQ(refusal("openai/gpt-4o", "gpt-4o"), "referee-is-subject");
  EXPECT_EQ(refusal("gpt-4o", "openai:gpt-4o"), "referee-is-subject");
  EXPECT_EQ(refusal("Azure/gpt-4o", "router/openai/GPT-4o"), "referee-is-subject");
}

TEST(MayJudge, AModelWithoutANameIsNotTakenForAnother) {
  EXPECT_EQ(refusal("", "gpt-4o"), "referee-unnamed");
  EXPECT_EQ(refusal("gpt-4o", " "), "referee-unnamed");
}

TEST(MayJudge, TheRefusalIsSafeToPrint) {
  const Result<void> allowed = may_judge("a\x1b[2J", "a\x1b[2J");

  ASSERT_FALSE(allowed);
  EXPECT_EQ(allowed.error().text().find('\x1b'), std::string::npos);
}

}  // namespace
}  // namespace redcode::referee
