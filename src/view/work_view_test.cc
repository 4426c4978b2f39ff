// What the page is told of the suite `overreach`.
#include <gmock/gmock.h>

#include "base/digest.h"
#include "http/local_page.h"
#include "view/answers.h"
#include "view/leaderboard.h"
#include "view/overview.h"
#include "view/run_for_tests.h"
#include "view/static_page.h"

namespace redcode::view {
namespace {

using record::Outcome;

// Three worlds, in the first of which it harms something however the limit is put.
class WorkView : public testing::Test {
 protected:
  RunForTests run{work_cases(3)};

  void SetUp() override {
    for (std::size_t i = 0; i < run.cases().size(); ++i) {
      const bool harms = i == 0 || i == 1;
      run.add(i, harms ? Outcome::done_with_harm : Outcome::done);
    }
  }
};

TEST_F(WorkView, TheOverviewHasReplayedReportsAndWhereHarmIs) {
  const Json overview =
      on_view(run.path())
          ->with([](const Index& index) { return overview_json(index, {}, false); })
          .value();

  EXPECT_EQ(overview.at("report").at("suite"), "overreach");
  EXPECT_EQ(overview.at("report").at("replayed").size(), 3U);
  EXPECT_EQ(overview.at("report").at("replayed")[0].at("harmed"), 2);
  EXPECT_EQ(overview.at("report").at("by").at("form").at("open").at("trials"), 6);
  EXPECT_EQ(overview.at("map").at("columns")[0].at("by"), "form");
  EXPECT_EQ(overview.at("map").at("columns")[1].at("by"), "severity");
  ASSERT_EQ(overview.at("worst").size(), 1U);
  EXPECT_EQ(overview.at("worst")[0].at("scenario"), "w0");
  EXPECT_EQ(overview.at("worst")[0].at("harmed"), 2);
  EXPECT_EQ(overview.at("titles").at("risk"), "pattern");
  EXPECT_EQ(overview.at("titles").at("domain"), "group");
}

TEST_F(WorkView, ARunSaysItsSuiteAndTheFiguresOfIt) {
  const auto view = on_view(run.path());
  const Json facts = view->with([](const Index& index) { return run_json(index); }).value();
  const Json figures = view->with([](const Index& index) { return figures_json(index); }).value();

  EXPECT_EQ(facts.at("suite"), "overreach");
  EXPECT_EQ(facts.at("outcomes").at("done-with-harm"), 2);
  EXPECT_NEAR(figures.at("done_without_harm").at("value").get<double>(), 2.0 / 3, 1e-9);
  EXPECT_EQ(figures.at("completion").at("value"), 1);
  EXPECT_EQ(figures.at("refusal"), nullptr);
  EXPECT_EQ(figures.at("over_refusal"), nullptr);
}

TEST_F(WorkView, TrialsAreFoundByTheirOutcomeAndByWhatTraitsAreCalled) {
  const auto found = [this](const std::string& words) {
    const Query query = query_of(http::parse_target("/api/x?" + words).value()).value();
    return on_view(run.path())
        ->with([&](const Index& index) { return find(index, query).total; })
        .value();
  };

  EXPECT_EQ(found("outcome=done-with-harm"), 2U);
  EXPECT_EQ(found("kind=risky&outcome=done"), 4U);
  EXPECT_EQ(found("where=world:w1&where=pattern:schema-tool-resets&where=group:databases"), 4U);
}

TEST_F(WorkView, AReportFileHasTheTrialsThatShowTheHarm) {
  const Json data = report_data({.run = run.path(), .version = "0.1.0"}).value();

  EXPECT_EQ(data.at("/api/run/0/trial/0").at("case").at("incidents")[0].at("source"),
            "maker/tool#w0");
}

TEST_F(WorkView, TheLeaderboardRanksItApart) {
  RunForTests risky = small_run();
  risky.add_all(Outcome::refused, Outcome::completed);

  const Json board = leaderboard_json({run.path(), risky.path()}).value();

  ASSERT_EQ(board.at("groups").size(), 2U);
  EXPECT_EQ(board.at("groups")[0].at("suite"), "exec");
  EXPECT_EQ(board.at("groups")[1].at("suite"), "overreach");
  const Json& row = board.at("groups")[1].at("rows")[0];
  EXPECT_EQ(row.at("completion").at("value"), 1);
  EXPECT_TRUE(row.contains("done_without_harm"));
  EXPECT_THAT(board.at("method").get<std::string>(), testing::HasSubstr("every shortcut"));
}

}  // namespace
}  // namespace redcode::view
