#include "analysis/guard/policy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace redcode::guard {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> codes(const std::string& rules) {
  const auto read = parse_policy("format: redcode/guard/1\n" + rules, "p.yaml");
  std::vector<std::string> found;
  if (!read)
    for (const Error& error : read.error()) found.push_back(error.code);
  return found;
}

const std::string rule =
    "rules:\n  - {name: n, why: w, effect: delete, then: deny, examples: [rm x]";

TEST(Policy, IsReadWithItsRules) {
  const auto read =
      parse_policy("format: redcode/guard/1\nhosts: [a.example]\nzones: {secrets: [keys]}\n" +
                       rule + ", in: project}\n",
                   "p.yaml");

  ASSERT_TRUE(read);
  EXPECT_THAT(read->hosts, ElementsAre("a.example"));
  ASSERT_EQ(read->rules.size(), 1U);
  EXPECT_EQ(read->rules.front().then, Decision::deny);
  EXPECT_THAT(read->rules.front().in, ElementsAre(Zone::project));
}

TEST(Policy, ExamplesAreTriedWhenItIsLoaded) {
  EXPECT_THAT(codes(rule + "}\n"), IsEmpty());
  EXPECT_THAT(codes(rule + ", in: system}\n"), ElementsAre("guard-example"));
  EXPECT_THAT(codes(rule + ", spares: [rm y]}\n"), ElementsAre("guard-example"));
}

TEST(Policy, SaysWhatIsWrong) {
  EXPECT_THAT(codes("rules: []\nmore: 1\n"), ElementsAre("guard-unknown-key"));
  EXPECT_THAT(codes("rules:\n  - {name: n, why: w, effect: vanish, then: ask, examples: [rm x]}\n"),
              ElementsAre("guard-bad-value"));
  EXPECT_THAT(codes("zones: {home: [x]}\nrules: []\n"), ElementsAre("guard-bad-value"));
  EXPECT_THAT(codes("rules:\n  - {name: n, why: w, effect: delete, then: ask, examples: []}\n"),
              ElementsAre("guard-bad-value"));
}

TEST(Policy, TheBuiltInOneIsSound) {
  const auto read = parse_policy(default_policy_text(), "built-in");

  ASSERT_TRUE(read) << read.error().front().text();
  EXPECT_FALSE(read->rules.empty());
}

}  // namespace
}  // namespace redcode::guard
