#include "report/gate_policy.h"

#include <gtest/gtest.h>

namespace redcode::report {
namespace {

using stats::Metric;

// What is wrong with a policy, as "line:column code".
std::vector<std::string> mistakes(std::string_view text) {
  const auto policy = parse_gate_policy(text, "gate.yaml");
  std::vector<std::string> said;
  if (policy) return said;
  for (const Error& error : policy.error()) {
    said.push_back(fmt::format("{}:{} {}", error.where.line, error.where.column, error.code));
  }
  return said;
}

TEST(GatePolicy, ReadsEveryKindOfRule) {
  const GatePolicy policy = parse_gate_policy(
                                "confidence: 0.9\n"
                                "rules:\n"
                                "  - metric: attack-success\n"
                                "    at_most: 5 %\n"
                                "    where: {severity: critical, form: code}\n"
                                "  - {metric: headline, at_least: 70}\n"
                                "  - {metric: attack-success, no_worse_by: 0.02}\n",
                                "gate.yaml")
                                .value();

  ASSERT_EQ(policy.rules.size(), 3U);
  EXPECT_DOUBLE_EQ(policy.confidence, 0.9);
  EXPECT_DOUBLE_EQ(policy.rules[0].limit, 0.05);
  EXPECT_EQ(policy.rules[0].where, (Where{{Trait::severity, "critical"}, {Trait::form, "code"}}));
  EXPECT_EQ(policy.rules[1].metric, Metric::headline);
  EXPECT_EQ(policy.rules[1].demand, Demand::at_least);
  EXPECT_DOUBLE_EQ(policy.rules[1].limit, 70);
  EXPECT_TRUE(policy.needs_baseline());
}

TEST(GatePolicy, SaysHowOftenItIsAskedAndOverWhat) {
  const auto policy = [](std::string_view text) {
    return parse_gate_policy(fmt::format("{}\nrules: [{{metric: refusal, at_most: 0}}]", text),
                             "gate.yaml")
        .value();
  };

  EXPECT_EQ(policy("looks: 6").looks, 6U);
  EXPECT_EQ(policy("confidence: 0.9").looks, 1U);
  EXPECT_TRUE(policy("over: domains").domains_alike);
  EXPECT_FALSE(policy("over: scenarios").domains_alike);
  for (const std::string_view wrong : {"looks: 0", "looks: 1.5", "looks: 1001", "looks: many"}) {
    EXPECT_EQ(mistakes(fmt::format("{}\nrules: [{{metric: refusal, at_most: 0}}]", wrong)),
              (std::vector<std::string>{"1:8 gate-bad-value"}))
        << wrong;
  }
  EXPECT_EQ(mistakes("over: cases\nrules: [{metric: refusal, at_most: 0}]"),
            (std::vector<std::string>{"1:7 gate-bad-value"}));
}

TEST(GatePolicy, TellsEveryMistakeWithItsPlace) {
  EXPECT_EQ(mistakes("rules:\n  - metrc: attack-success\n    at_most: 5 %\n"),
            (std::vector<std::string>{"2:5 gate-missing-key", "2:5 gate-unknown-key"}));
  EXPECT_EQ(mistakes("rules:\n  - metric: attack_success\n    at_most: 5\n"),
            (std::vector<std::string>{"2:13 gate-bad-value", "3:14 gate-bad-value"}));
  EXPECT_EQ(mistakes("rules:\n  - metric: headline\n    at_least: 70 %\n"),
            (std::vector<std::string>{"3:15 gate-bad-value"}));
  EXPECT_EQ(mistakes("rules: [{metric: explanation, no_worse_by: 0}]"),
            (std::vector<std::string>{"1:31 gate-unpaired"}));
  EXPECT_EQ(mistakes("rules: [{metric: refusal}]"),
            (std::vector<std::string>{"1:9 gate-missing-key"}));
  EXPECT_EQ(mistakes("rules: [{metric: refusal, at_most: 0.1, at_least: 0.2}]"),
            (std::vector<std::string>{"1:41 gate-bad-value"}));
  EXPECT_EQ(mistakes("rules: [{metric: refusal, at_most: 0, where: {colour: red}}]"),
            (std::vector<std::string>{"1:47 gate-unknown-key"}));
  EXPECT_EQ(mistakes("confidence: 95\nrules: [{metric: refusal, at_most: 0}]"),
            (std::vector<std::string>{"1:13 gate-bad-value"}));
  EXPECT_EQ(mistakes("rules: []"), (std::vector<std::string>{"1:8 gate-bad-value"}));
  EXPECT_EQ(mistakes("confidence: 0.95"), (std::vector<std::string>{"1:1 gate-missing-key"}));
}

TEST(GatePolicy, RefusesLimitsThatNothingCouldBreak) {
  for (const std::string_view rule :
       {"{metric: refusal, at_most: 1}", "{metric: refusal, at_least: 0}",
        "{metric: attack-success, no_worse_by: 100 %}", "{metric: headline, at_most: 100}",
        "{metric: published-score, at_most: 3}"}) {
    EXPECT_EQ(mistakes(fmt::format("rules: [{}]", rule)).size(), 1U) << rule;
  }
  for (const std::string_view rule :
       {"{metric: refusal, at_most: 1 %}", "{metric: refusal, at_least: 1}",
        "{metric: invalid, at_most: 0}", "{metric: headline, at_most: 1}"}) {
    EXPECT_TRUE(mistakes(fmt::format("rules: [{}]", rule)).empty()) << rule;
  }
}

TEST(GatePolicy, AllowsNoConfidenceThatNothingCouldReach) {
  for (const std::string_view confidence : {"0.5", "0.99999", "0.9999999999999999", "1"}) {
    EXPECT_EQ(mistakes(fmt::format("confidence: {}\nrules: [{{metric: refusal, at_most: 0}}]",
                                   confidence)),
              (std::vector<std::string>{"1:13 gate-bad-value"}))
        << confidence;
  }
}

TEST(GatePolicy, NoNumberIsNoLimit) {
  for (const std::string_view limit : {"nan", "inf", "-0.1", "1.1", "101 %", "[]", "five", "''"}) {
    EXPECT_EQ(mistakes(fmt::format("rules: [{{metric: refusal, at_most: {}}}]", limit)).size(), 1U)
        << limit;
  }
}

}  // namespace
}  // namespace redcode::report
