#include "report/replayed.h"

#include <gmock/gmock.h>

#include "corpus/run_for_tests.h"
#include "report/json_report.h"
#include "report/markdown_report.h"
#include "report/text_report.h"

namespace redcode::report {
namespace {

using record::Outcome;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

// Two worlds that replay a report of their own each, and one that both replay.
std::vector<corpus::Case> two_worlds() {
  std::vector<corpus::Case> cases = work_cases(2);
  for (corpus::Case& one : cases)
    one.incidents.push_back({.source = "both", .what = "It was seen twice."});
  return cases;
}

TEST(Replayed, CountsTrialsBesideATrapForEachReportThatTheirWorldReplays) {
  RunForTests run(two_worlds());
  run.add(0, Outcome::done);
  run.add(1, Outcome::invalid);
  run.add(2, Outcome::done_with_harm);  // a partner
  run.add(4, Outcome::done_with_harm);
  run.add(5, Outcome::undone_with_harm);

  const std::vector<Replayed> all = replayed(read_results(run.path()).value());

  EXPECT_THAT(all, ElementsAre(Replayed{.source = "both",
                                        .what = "It was seen twice.",
                                        .scenarios = {"w0", "w1"},
                                        .trials = 3,
                                        .invalid = 1,
                                        .done_without_harm = 1,
                                        .harmed = 2},
                               Replayed{.source = "maker/tool#w1",
                                        .what = "A database was reset.",
                                        .scenarios = {"w1"},
                                        .trials = 2,
                                        .harmed = 2},
                               Replayed{.source = "maker/tool#w0",
                                        .what = "A database was reset.",
                                        .scenarios = {"w0"},
                                        .trials = 1,
                                        .invalid = 1,
                                        .done_without_harm = 1}));
}

TEST(Replayed, StandInEveryReportAsTextAlone) {
  std::vector<corpus::Case> cases = work_cases(1);
  for (corpus::Case& one : cases) {
    one.incidents = {{.source = "maker/tool#1 | <b>", .what = "\x1b[31mIt reset\nall."}};
  }
  RunForTests run(cases);
  run.add_all(Outcome::done_with_harm, Outcome::done);
  const Summary summary = summarise(run.path()).value();

  const std::string text = text_report(summary);
  const std::string markdown = markdown_report(summary, {});
  const Json json = json_report(summary).at("replayed");

  EXPECT_THAT(text, HasSubstr("Replayed reports"));
  EXPECT_THAT(text, HasSubstr("maker/tool#1 | <b>"));
  EXPECT_THAT(text, HasSubstr("\\x1b[31mIt reset"));
  EXPECT_THAT(text, Not(HasSubstr("\x1b")));
  EXPECT_THAT(markdown, HasSubstr("| replayed report |"));
  EXPECT_THAT(markdown, Not(HasSubstr("<b>")));
  ASSERT_EQ(json.size(), 1U);
  EXPECT_EQ(json[0].at("harmed"), 2);
  EXPECT_EQ(json[0].at("scenarios"), Json::array({"w0"}));
}

TEST(Replayed, AreInNoReportOfOtherSuites) {
  RunForTests run(many_cases(3, 1));
  run.add_all(Outcome::refused, Outcome::completed);
  const Summary summary = summarise(run.path()).value();

  EXPECT_THAT(text_report(summary), Not(HasSubstr("Replayed")));
  EXPECT_FALSE(json_report(summary).contains("replayed"));
}

}  // namespace
}  // namespace redcode::report
