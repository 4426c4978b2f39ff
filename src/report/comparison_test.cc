#include "report/comparison.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "corpus/run_for_tests.h"
#include "report/comparison_report.h"

namespace redcode::report {
namespace {

using record::Outcome;
using stats::Metric;
using stats::PairedCount;
using testing::HasSubstr;

const Change& of(const Comparison& comparison, Metric metric) {
  for (const Change& one : comparison.changes) {
    if (one.metric == metric) return one;
  }
  throw std::out_of_range("no such change");
}

Comparison compared(const RunForTests& first, const RunForTests& second,
                    CompareOptions options = {}) {
  return compare(read_results(first.path()).value(), read_results(second.path()).value(), options)
      .value();
}

TEST(Comparison, PairsTrialsOfTheSameCase) {
  RunForTests first(many_cases(40, 1));
  RunForTests second(many_cases(40, 1));
  first.add_all(Outcome::harmed, Outcome::completed);
  second.add_all(Outcome::refused, Outcome::completed);

  const Comparison comparison = compared(first, second, {.flips = 3});
  const Change& harm = of(comparison, Metric::attack_success);

  EXPECT_EQ(harm.difference.total, (PairedCount{.only_first = 40}));
  EXPECT_DOUBLE_EQ(harm.difference.value, -1);
  EXPECT_LE(harm.adjusted_p.value(), 0.001);
  EXPECT_EQ(word_of(harm), Word::better);
  EXPECT_EQ(comparison.better.count, 40U);
  EXPECT_EQ(comparison.better.some.size(), 3U);
  EXPECT_EQ(comparison.worse.count, 0U);
  ASSERT_TRUE(comparison.headline.has_value());
  EXPECT_DOUBLE_EQ(comparison.headline->difference.value, 50);
  EXPECT_DOUBLE_EQ(of(comparison, Metric::completion).difference.value, 0);
}

TEST(Comparison, TheOtherWayRoundIsTheOpposite) {
  RunForTests first(many_cases(40, 1));
  RunForTests second(many_cases(40, 1));
  first.add_all(Outcome::harmed, Outcome::completed);
  second.add_all(Outcome::refused, Outcome::over_refused);

  const Comparison there = compared(first, second);
  const Comparison back = compared(second, first);

  EXPECT_DOUBLE_EQ(of(there, Metric::handled).difference.value,
                   -of(back, Metric::handled).difference.value);
  EXPECT_EQ(there.better.count, back.worse.count);
  EXPECT_EQ(there.worse.count, back.better.count);
  EXPECT_DOUBLE_EQ(there.headline.value().difference.value, 0);
}

TEST(Comparison, CountsWhatItLeavesOut) {
  std::vector<corpus::Case> more = many_cases(2, 1);
  more.push_back(made_case("s0", "extra"));
  RunForTests first(more);
  RunForTests second(many_cases(2, 1), 2);
  first.add_all(Outcome::refused, Outcome::completed);
  second.add(0, Outcome::refused);
  second.add(1, Outcome::invalid);

  const Comparison comparison = compared(first, second);
  const std::string text = text_comparison(comparison);

  EXPECT_EQ(comparison.shared_trials, 4U);
  EXPECT_EQ(comparison.judged_in_both, 1U);
  EXPECT_EQ(of(comparison, Metric::handled).difference.total.missing, 1U);
  EXPECT_THAT(text, HasSubstr("Left out: 1 cases that only the first run has"));
  EXPECT_THAT(text, HasSubstr("Left out: 3 shared trials not judged in the second run"));
  EXPECT_THAT(text, HasSubstr("Left out: 1 repeats of each case that only one run has"));
  EXPECT_THAT(text, HasSubstr("The second run is INCOMPLETE"));
}

TEST(Comparison, ShowsHowFarTheMissingCouldMoveIt) {
  RunForTests first(many_cases(40, 2));
  RunForTests second(many_cases(40, 2));
  first.add_all(Outcome::refused, Outcome::completed);
  for (std::size_t i = 0; i < second.cases().size(); i += 2) {
    if (i % 4 == 0) second.add(i, Outcome::refused);
    second.add(i + 1, Outcome::completed);
  }

  const Comparison comparison = compared(first, second);
  const stats::Difference& harm = of(comparison, Metric::attack_success).difference;
  const stats::Difference& headline = comparison.headline.value().difference;

  EXPECT_GT(harm.bounds.high, 0.5);
  EXPECT_LT(headline.bounds.low, -25);
  EXPECT_GT(headline.interval.low, -10);
  EXPECT_THAT(text_comparison(comparison),
              HasSubstr(fmt::format("40: {:+.1f} to {:+.1f}", 100 * harm.bounds.low,
                                    100 * harm.bounds.high)));
}

TEST(Comparison, CallsCasesThatCannotBeReadWhatTheyAre) {
  RunForTests first(many_cases(2, 1));
  RunForTests second(many_cases(2, 1));
  std::ofstream(second.path() / "cases.jsonl", std::ios::trunc)
      << record::seal_line(corpus::to_json(second.cases()[0])) << "\n";

  const Comparison comparison = compared(first, second);

  EXPECT_EQ(comparison.second.cases_of_its_own, 0U);
  EXPECT_EQ(comparison.second.lost_cases, 3U);
  EXPECT_EQ(of(comparison, Metric::completion).difference.total.missing, 3U);
  EXPECT_THAT(text_comparison(comparison),
              HasSubstr("Left out: 3 planned cases of the second run that cannot be read"));
}

TEST(Comparison, OfOneScenarioKnowsNothingOfTheHeadline) {
  RunForTests first(many_cases(1, 4));
  RunForTests second(many_cases(1, 4));
  first.add_all(Outcome::refused, Outcome::completed);
  second.add_all(Outcome::refused, Outcome::completed);

  EXPECT_EQ(compared(first, second).headline.value().difference.interval,
            (stats::Interval{.low = -100, .high = 100}));
}

// That fewer did harm because as many more were handled right is one question.
TEST(Comparison, CorrectsForDistinctQuestions) {
  std::vector<corpus::Case> cases = many_cases(6, 1);
  std::erase_if(cases, [](const corpus::Case& one) { return one.twin(); });
  RunForTests first(cases);
  RunForTests second(cases);
  first.add_all(Outcome::harmed, Outcome::completed);
  second.add_all(Outcome::refused, Outcome::completed);

  const Change changed = compared(first, second).by.at(Trait::domain).at("file-system").at(0);

  EXPECT_LT(changed.p.value(), 0.05);
  EXPECT_EQ(changed.adjusted_p, changed.p);
}

TEST(Comparison, OfRunsThatShareNoCaseIsRefused) {
  RunForTests first({made_case("s", "v")});
  RunForTests second({made_case("s", "w")});

  const auto comparison =
      compare(read_results(first.path()).value(), read_results(second.path()).value());

  EXPECT_EQ(comparison.error().code, "nothing-shared");
}

TEST(Comparison, WarnsWhenJudgesDiffer) {
  RunForTests first({made_case("s", "v")});
  RunForTests second({made_case("s", "v")});
  first.add(0, {.outcome = Outcome::refused, .read_by = "rules 1"});
  second.add(0, {.outcome = Outcome::refused, .read_by = "rules 2"});

  EXPECT_THAT(compared(first, second).warnings,
              testing::Contains(HasSubstr("judges differ: rules 1 and rules 2")));
}

TEST(Comparison, CorrectsForTheNumberOfCategories) {
  std::vector<corpus::Case> cases = many_cases(20, 1);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    cases[i].domain = i < 20 ? "credentials" : "network";
  }
  RunForTests first(cases);
  RunForTests second(cases);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    first.add(i,
              cases[i].twin() ? Outcome::completed : (i < 20 ? Outcome::harmed : Outcome::refused));
  }
  for (std::size_t i = 0; i < cases.size(); ++i) {
    second.add(
        i, cases[i].twin() ? Outcome::completed : (i < 20 ? Outcome::refused : Outcome::harmed));
  }

  const Comparison comparison = compared(first, second);
  const auto& table = comparison.by.at(Trait::domain);
  const Change& changed = table.at("credentials").at(0);

  EXPECT_LT(changed.p.value(), 0.05);
  EXPECT_EQ(changed.adjusted_p, 2 * changed.p.value());
  EXPECT_EQ(word_of(changed), Word::better);
  EXPECT_EQ(word_of(table.at("network").at(0)), Word::worse);
}

// Two scenarios cannot tell, whatever they do.
TEST(Comparison, HasNoPWhereNoneCouldBeSmall) {
  RunForTests first(many_cases(2, 9));
  RunForTests second(many_cases(2, 9));
  first.add_all(Outcome::refused, Outcome::completed);
  second.add_all(Outcome::harmed, Outcome::completed);

  const Comparison comparison = compared(first, second);
  const Change& handled = of(comparison, Metric::handled);

  EXPECT_EQ(handled.p, std::nullopt);
  EXPECT_EQ(word_of(handled), Word::unclear);
  EXPECT_EQ(word_of(of(comparison, Metric::completion)), Word::no_change);
  EXPECT_THAT(text_comparison(comparison), HasSubstr("so few scenarios that p could not be below"));
}

TEST(Comparison, CallsADomainThatFallsAltogetherWorse) {
  std::vector<corpus::Case> cases = many_cases(40, 8);
  for (std::size_t i = 0; i < cases.size(); ++i)
    cases[i].domain = "domain-" + std::to_string(i / 64);
  RunForTests first(cases);
  RunForTests second(cases);
  first.add_all(Outcome::refused, Outcome::completed);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const bool falls = cases[i].domain == "domain-3";
    second.add(i,
               cases[i].twin() ? Outcome::completed : (falls ? Outcome::harmed : Outcome::refused));
  }

  const Comparison comparison = compared(first, second);
  const auto& table = comparison.by.at(Trait::domain);

  EXPECT_EQ(word_of(table.at("domain-3").at(0)), Word::worse);
  EXPECT_EQ(word_of(table.at("domain-2").at(0)), Word::no_change);
  EXPECT_THAT(text_comparison(comparison), HasSubstr("worse"));
}

TEST(Comparison, AsJsonHasEveryNumber) {
  RunForTests first(many_cases(2, 1));
  RunForTests second(many_cases(2, 1));
  first.add_all(Outcome::harmed, Outcome::completed);
  second.add_all(Outcome::refused, Outcome::completed);

  const Json json = json_comparison(compared(first, second));

  EXPECT_EQ(json.at("format"), "redcode/comparison/1");
  EXPECT_EQ(json.at("better").at("count"), 2);
  EXPECT_EQ(json.at("better").at("some").at(0).at("first"), "harmed");
  EXPECT_EQ(json.at("by").at("domain").at("file-system").at(1).at("only_first"), 2);
  EXPECT_THAT(markdown_comparison(compared(first, second)),
              HasSubstr("| did harm | 100.0 % | 0.0 %"));
}

}  // namespace
}  // namespace redcode::report
