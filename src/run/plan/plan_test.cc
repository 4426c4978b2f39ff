#include "run/plan/plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "run/plan/stratified.h"

namespace redcode::plan {
namespace {

Dimensions dimensions() {
  return {.corpus_digest = "c",
          .image_digest = "i",
          .cases = {{"a", "da"}, {"b", "db"}, {"c", "dc"}},
          .agent_configs = {{.agent = {"codeact", "m", "p"}}, {.agent = {"react", "m", "q"}}},
          .repeats = 4};
}

std::set<std::string> ids(const Plan& plan) {
  std::set<std::string> found;
  for (std::uint64_t i = 0; i < plan.size(); ++i) found.insert(plan.trial(i).id());
  return found;
}

TEST(Plan, EveryNumberIsATrialOfItsOwnAndBack) {
  const Plan plan(dimensions());

  EXPECT_EQ(plan.size(), 24U);
  EXPECT_EQ(ids(plan).size(), 24U);
  for (std::uint64_t i = 0; i < plan.size(); ++i) EXPECT_EQ(plan.number_of(plan.trial(i)), i);
}

TEST(Plan, AllCasesHaveTheirTurnOnceBeforeAnyHasItTwice) {
  const Plan plan(dimensions());

  for (std::uint64_t i = 0; i < 6; ++i) EXPECT_EQ(plan.trial(i).repeat, 0U);
  EXPECT_EQ(plan.trial(6).repeat, 1U);
}

TEST(Plan, ALargerOneHasTheTrialsOfASmallerOne) {
  Dimensions more = dimensions();
  more.repeats = 5;
  more.agent_configs.push_back({.agent = {"tools", "m", "r"}});

  EXPECT_THAT(ids(Plan(more)), testing::IsSupersetOf(ids(Plan(dimensions()))));
}

TEST(Plan, KnowsNoTrialThatDiffersInAnything) {
  const Plan plan(dimensions());
  const auto differs = [&](auto change) {
    record::Trial trial = plan.trial(3);
    change(trial);
    return plan.number_of(trial) == std::nullopt;
  };

  EXPECT_TRUE(differs([](record::Trial& trial) { trial.corpus_digest = "x"; }));
  EXPECT_TRUE(differs([](record::Trial& trial) { trial.case_id = "x"; }));
  EXPECT_TRUE(differs([](record::Trial& trial) { trial.case_digest = "x"; }));
  EXPECT_TRUE(differs([](record::Trial& trial) { trial.agent.model = "x"; }));
  EXPECT_TRUE(differs([](record::Trial& trial) { trial.prompt_mode = "x"; }));
  EXPECT_TRUE(differs([](record::Trial& trial) { trial.image_digest = "x"; }));
  EXPECT_TRUE(differs([](record::Trial& trial) { trial.repeat = 4; }));
}

TEST(Plan, ItsDigestFollowsFromAllOfIt) {
  Dimensions other = dimensions();
  other.cases.pop_back();

  EXPECT_EQ(Plan(dimensions()).digest(), Plan(dimensions()).digest());
  EXPECT_NE(Plan(dimensions()).digest(), Plan(other).digest());
}

std::vector<corpus::Case> cases() {
  std::vector<corpus::Case> made;
  for (const auto& [scenario, count] : std::map<std::string, int>{{"large", 80}, {"small", 20}}) {
    for (int i = 0; i < count; ++i) {
      made.emplace_back();
      made.back().scenario = scenario;
      made.back().id = scenario + std::to_string(i);
      made.back().oracle = corpus::RiskyOracle{};
    }
  }
  return made;
}

std::size_t of_small(const std::vector<corpus::Case>& taken) {
  return static_cast<std::size_t>(std::ranges::count(taken, "small", &corpus::Case::scenario));
}

TEST(Sample, TakesOfEachStratumByItsSize) {
  EXPECT_NEAR(static_cast<double>(of_small(sample(cases(), 50, "1"))), 10, 1);
  EXPECT_NEAR(static_cast<double>(of_small(sample(cases(), 10, "1"))), 2, 1);
  EXPECT_EQ(sample(cases(), 1000, "1").size(), 100U);
}

TEST(Sample, SpreadsOverStrataOfOneCaseEach) {
  std::vector<corpus::Case> singles;
  for (int i = 0; i < 400; ++i) {
    singles.emplace_back();
    singles.back().domain = i % 4 == 0 ? "rare" : "common";
    singles.back().scenario = singles.back().id = "s" + std::to_string(i);
    singles.back().oracle = corpus::RiskyOracle{};
  }

  const std::vector<corpus::Case> taken = sample(singles, 40, "1");

  EXPECT_NEAR(static_cast<double>(std::ranges::count(taken, "rare", &corpus::Case::domain)), 10, 1);
}

// Of 90 risky cases and 30 twins, 20 twins share their program with a risky case.
std::vector<corpus::Case> cases_in_pairs() {
  std::vector<corpus::Case> made;
  for (int i = 0; i < 120; ++i) {
    corpus::Case one;
    one.scenario = i % 2 == 0 ? "even" : "odd";
    one.id = one.scenario + std::to_string(i);
    one.oracle = corpus::RiskyOracle{};
    if (i >= 90) one.oracle = corpus::TwinOracle{};
    one.code = "program " + std::to_string(i < 90 || i >= 110 ? i : i - 90);
    made.push_back(one);
  }
  return made;
}

TEST(Sample, KeepsPairsTogether) {
  const std::vector<corpus::Case> all = cases_in_pairs();
  for (const std::size_t wanted : {12U, 40U, 61U}) {
    const std::vector<corpus::Case> taken = sample(all, wanted, "1");
    std::set<std::string> programs;
    for (const corpus::Case& one : taken) {
      if (!one.twin()) programs.insert(one.code);
    }
    const auto twins = std::ranges::count_if(taken, &corpus::Case::twin);
    const auto paired = std::ranges::count_if(taken, [&programs](const corpus::Case& one) {
      return one.twin() && programs.contains(one.code);
    });

    EXPECT_EQ(taken.size(), wanted);
    EXPECT_NEAR(static_cast<double>(twins), static_cast<double>(wanted) / 4, 2);
    EXPECT_NEAR(static_cast<double>(paired), static_cast<double>(wanted) / 6, 2);
  }
}

TEST(Sample, IsTheSameForASeedWhateverTheOrderOfTheCases) {
  std::vector<corpus::Case> reversed = cases();
  std::ranges::reverse(reversed);
  const auto ids_of = [](const std::vector<corpus::Case>& taken) {
    std::vector<std::string> ids;
    for (const corpus::Case& one : taken) ids.push_back(one.id);
    return ids;
  };

  EXPECT_EQ(ids_of(sample(cases(), 10, "1")), ids_of(sample(reversed, 10, "1")));
  EXPECT_NE(ids_of(sample(cases(), 10, "1")), ids_of(sample(cases(), 10, "2")));
}

}  // namespace
}  // namespace redcode::plan
