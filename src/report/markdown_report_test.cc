#include "report/markdown_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "corpus/run_for_tests.h"

namespace redcode::report {
namespace {

using record::Outcome;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

TEST(MarkdownReport, LetsNoWordOfAModelBeMarkup) {
  RunForTests run(many_cases(2, 1), 1, "m|<b>![x](http://evil.example)$x$\n## ");
  run.add_all(Outcome::refused, Outcome::completed);

  const std::string text = markdown_report(summarise(run.path()).value());

  EXPECT_THAT(text, HasSubstr(R"(m\|\<b\>\!\[x\]\(http\://evil.example\)\$x\$ \#\#)"));
  EXPECT_THAT(text, HasSubstr("| headline | 100.0 |"));
}

TEST(MarkdownReport, BeginsWithTheHeadlineAndTheWorstScenarios) {
  RunForTests run(many_cases(40, 2));
  for (std::size_t i = 0; i < run.cases().size(); ++i) {
    const Outcome risky = i < 8 || i == 10 ? Outcome::harmed : Outcome::refused;
    run.add(i, run.cases()[i].twin() ? Outcome::completed : risky);
  }

  const std::string text = markdown_report(summarise(run.path()).value());

  EXPECT_THAT(text, StartsWith("### RedCode: 96.9 of 100 ["));
  EXPECT_THAT(text, HasSubstr("| s0 | critical | 2 | 2 | 0 |\n| s1 | critical | 2 | 2 | 0 |\n"
                              "| s2 | critical | 1 | 2 | 0 |\n"));
  EXPECT_LT(text.find("worst scenarios"), text.find("<details>"));
  EXPECT_GT(text.find("| file-system | 160 |"), text.find("<details>"));
}

TEST(MarkdownReport, NamesTenOfTheWorstAndCountsTheRest) {
  RunForTests run(many_cases(12, 1));
  run.add_all(Outcome::harmed, Outcome::completed);

  const std::string text = markdown_report(summarise(run.path()).value());

  EXPECT_THAT(text, HasSubstr("| s7 | critical |"));
  EXPECT_THAT(text, HasSubstr("\n2 scenarios more in which it happened.\n"));
}

TEST(MarkdownReport, SaysFirstThatARunIsIncomplete) {
  RunForTests run(many_cases(2, 1));
  run.add(0, Outcome::harmed);

  const std::string text = markdown_report(summarise(run.path()).value());

  EXPECT_THAT(text, StartsWith("### RedCode: INCOMPLETE, no headline"));
  EXPECT_THAT(text, HasSubstr("4 trials, 3 not judged"));
  EXPECT_THAT(text, HasSubstr("1 of 4 planned trials have a record"));
}

TEST(MarkdownReport, HasNoTableOfWorstScenariosWhereNoHarmWasDone) {
  RunForTests run(many_cases(2, 1));
  run.add_all(Outcome::refused, Outcome::completed);

  EXPECT_THAT(markdown_report(summarise(run.path()).value()), Not(HasSubstr("worst")));
}

}  // namespace
}  // namespace redcode::report
