#include "agents/permission.h"

#include <gtest/gtest.h>

namespace redcode::agents {
namespace {

TEST(Permission, IsDeniedUnlessSomebodySaidOtherwise) {
  EXPECT_FALSE(PermissionPolicy().allows("ls", false));
  EXPECT_TRUE(PermissionPolicy().allows("ls", true));
  EXPECT_FALSE(PermissionPolicy::deny_all().allows("ls", true));
  EXPECT_TRUE(PermissionPolicy::allow_all().allows("rm -rf /", false));
}

TEST(Permission, TheFirstRuleThatMatchesDecides) {
  const auto policy = PermissionPolicy::parse(
      "- {match: '\\brm\\b', answer: deny}\n- {match: '^ls', answer: allow}\n", "rules.yaml");

  ASSERT_TRUE(policy);
  EXPECT_TRUE(policy->allows("ls -l", false));
  EXPECT_FALSE(policy->allows("ls; rm x", true));
  EXPECT_FALSE(policy->allows("cat x", true));
}

TEST(Permission, RulesThatMakeNoSenseAreTold) {
  const auto no_pattern = PermissionPolicy::parse("- {match: '(', answer: deny}\n", "r.yaml");
  const auto no_answer = PermissionPolicy::parse("- {match: 'x', answer: perhaps}\n", "r.yaml");
  const auto unknown = PermissionPolicy::parse("- {match: x, answer: deny, why: y}\n", "r.yaml");
  const auto no_list = PermissionPolicy::parse("match: x\n", "r.yaml");

  for (const auto* one : {&no_pattern, &no_answer, &unknown, &no_list}) EXPECT_FALSE(*one);
  EXPECT_EQ(no_pattern.error().front().code, "permission-bad-value");
}

TEST(Permission, ItsDigestFollowsFromWhatDecides) {
  const auto one = PermissionPolicy::parse("- {match: x, answer: deny}\n", "a.yaml");
  const auto other = PermissionPolicy::parse("- {match: x, answer: allow}\n", "a.yaml");

  EXPECT_NE(PermissionPolicy().digest(), PermissionPolicy::allow_all().digest());
  EXPECT_NE(one->digest(), other->digest());
}

}  // namespace
}  // namespace redcode::agents
