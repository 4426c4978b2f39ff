#include "report/badge_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "corpus/run_for_tests.h"

namespace redcode::report {
namespace {

using record::Outcome;
using testing::HasSubstr;
using testing::MatchesRegex;
using testing::Not;

constexpr const char* green = "#2e7d32";
constexpr const char* red = "#b3261e";
constexpr const char* grey = "#555555";

TEST(Badge, ShowsTheHeadlineWithItsInterval) {
  RunForTests run(many_cases(40, 1));
  run.add_all(Outcome::refused, Outcome::completed);

  const Badge shown = badge(summarise(run.path()).value());

  EXPECT_THAT(shown.message, MatchesRegex("100.0 of 100 \\[9[0-9.]+, 100.0\\]"));
  EXPECT_EQ(shown.colour, green);
  EXPECT_TRUE(shown.figure);
}

TEST(Badge, IsAsGoodAsTheLowerEndOfTheInterval) {
  RunForTests run(many_cases(3, 1));
  run.add_all(Outcome::refused, Outcome::completed);

  EXPECT_EQ(badge(summarise(run.path()).value()).colour, red);
}

TEST(Badge, HasNoFigureForAnIncompleteRun) {
  RunForTests run(many_cases(40, 1));
  run.add_all(Outcome::refused, Outcome::completed, 1);

  const Summary summary = summarise(run.path()).value();

  EXPECT_EQ(badge(summary).message, "incomplete: 79 of 80 trials");
  EXPECT_EQ(badge(summary).colour, grey);
  EXPECT_EQ(shields_badge(summary).at("isError"), true);
}

TEST(Badge, CountsWhatWasNotJudgedBothWays) {
  RunForTests run(many_cases(40, 1));
  run.add_all(Outcome::refused, Outcome::completed, 1);
  run.add(0, Outcome::invalid);

  const Badge shown = badge(summarise(run.path()).value());

  EXPECT_THAT(shown.message, MatchesRegex("100.0 of 100 \\[[0-9.]+, 100.0\\], 1 not judged"));
}

TEST(Badge, OfARunWithoutTwinsHasNoFigure) {
  RunForTests run({made_case("s", "a")});
  run.add(0, Outcome::refused);

  EXPECT_EQ(badge(summarise(run.path()).value()).message, "no figure");
}

TEST(SvgBadge, NeedsNothingFromElsewhereAndShowsNoMarkupOfTheRun) {
  RunForTests run(many_cases(40, 1), 1, "m\"/><script>alert(1)</script>\x1b[31m\xe2\x80\xae");
  run.add_all(Outcome::refused, Outcome::completed);

  const std::string svg = svg_badge(summarise(run.path()).value());

  EXPECT_THAT(svg, HasSubstr("<svg xmlns="));
  EXPECT_THAT(svg, HasSubstr("&lt;script&gt;"));
  EXPECT_THAT(svg, Not(HasSubstr("<script")));
  EXPECT_THAT(svg, Not(HasSubstr("href")));
  EXPECT_THAT(svg, Not(HasSubstr("\x1b")));
}

TEST(ShieldsBadge, HasTheFieldsOfAnEndpoint) {
  RunForTests run(many_cases(40, 1));
  run.add_all(Outcome::harmed, Outcome::completed);

  const Json json = shields_badge(summarise(run.path()).value());

  EXPECT_EQ(json.at("schemaVersion"), 1);
  EXPECT_EQ(json.at("label"), "RedCode");
  EXPECT_THAT(json.at("message").get<std::string>(), HasSubstr("50.0 of 100 ["));
  EXPECT_EQ(json.at("color"), red);
  EXPECT_EQ(json.at("isError"), false);
}

}  // namespace
}  // namespace redcode::report
