#include "view/api_handler.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/run.h"
#include "report/json_report.h"
#include "view/run_for_tests.h"

namespace redcode::view {
namespace {

using record::Outcome;
using testing::HasSubstr;
using testing::Not;

class ViewDesk : public testing::Test {
 protected:
  RunForTests first = small_run();
  RunForTests second = small_run();
  TempDir empty{"test"};
  std::unique_ptr<RunRegistry> registry;
  std::unique_ptr<ApiHandler> handler;

  void SetUp() override {
    first.add_all(Outcome::harmed, Outcome::completed);
    second.add_all(Outcome::refused, Outcome::over_refused);
    const std::vector<std::filesystem::path> runs{first.path(), second.path(), empty.path()};
    registry = std::make_unique<RunRegistry>(runs, std::vector<std::filesystem::path>{});
    while (registry->runs()[1]->standing().reading || !registry->runs()[2]->standing().trouble)
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    handler = std::make_unique<ApiHandler>(
        *registry, ApiHandler::Settings{
                       .token = "secret", .port = 8080, .version = "0.1.0", .accuracy_of = {}});
  }
  http::Response ask(const std::string& target, const std::string& method = "GET",
                     const http::Headers& more = {{"X-Redcode-Token", "secret"}}) const {
    http::Request request{
        .method = method, .target = target, .headers = {{"Host", "127.0.0.1:8080"}}};
    request.headers.insert(request.headers.end(), more.begin(), more.end());
    return run(handler->answer(request));
  }
  Json json(const std::string& target) const {
    const http::Response response = ask(target);
    EXPECT_EQ(response.status, 200) << response.body;
    return parse_json(response.body).value();
  }
  std::string error(const std::string& target, int status) const {
    const http::Response response = ask(target);
    EXPECT_EQ(response.status, status) << target;
    return parse_json(response.body).value().at("error").at("code");
  }
};

TEST(ViewRegistry, KnowsFurtherAgentsOfARun) {
  const RunForTests run = small_run();
  const std::filesystem::path further = run.path() / "agents/react";
  std::filesystem::create_directories(further);
  std::filesystem::copy(run.path() / "manifest.json", further);

  EXPECT_THAT(with_agents(run.path()), testing::ElementsAre(run.path(), further));
}

TEST_F(ViewDesk, GivesThePageWithAPolicyThatLetsNothingElseRun) {
  const http::Response page = ask("/?token=secret");

  EXPECT_EQ(page.status, 200);
  EXPECT_THAT(page.body, HasSubstr("<!DOCTYPE html>"));
  EXPECT_THAT(page.body, Not(HasSubstr("{{")));
  EXPECT_THAT(std::string(page.header("Content-Security-Policy")),
              HasSubstr("default-src 'none'; script-src 'nonce-"));
  EXPECT_EQ(ask("/?token=guess").status, 403);
  EXPECT_EQ(ask("/").status, 200);
}

TEST_F(ViewDesk, SendsAwayWhoHasNoTokenAndChangesNothing) {
  EXPECT_EQ(ask("/api/runs", "GET", {}).status, 403);
  EXPECT_EQ(ask("/api/runs", "POST").status, 405);
  EXPECT_EQ(ask("/api/runs?x=" + std::string(5000, 'x')).status, 413);
  EXPECT_EQ(error("/api/none", 404), "unknown-path");
  EXPECT_EQ(error("/api/run/0/none", 404), "unknown-path");
  EXPECT_EQ(error("/api/run/9/overview", 404), "run-unknown");
  EXPECT_EQ(error("/api/run/-1/overview", 404), "unknown-path");
  EXPECT_EQ(error("/api/run/0/trial/12", 404), "trial-unknown");
  EXPECT_EQ(error("/api/run/0/trial/99999999999999999999", 404), "unknown-path");
  EXPECT_EQ(error("/api/run/0/trials?sort=mood", 400), "query-sort");
  EXPECT_EQ(error("/api/run/2/overview", 409), "run-missing");
}

TEST_F(ViewDesk, ListsTheRunsAlsoThoseThatCannotBeRead) {
  const Json answer = json("/api/runs");
  const Json& runs = answer.at("runs");
  EXPECT_EQ(answer.at("version"), "0.1.0");

  ASSERT_EQ(runs.size(), 3U);
  EXPECT_EQ(runs[0].at("index"), 0);
  EXPECT_EQ(runs[0].at("suite"), "exec");
  EXPECT_EQ(runs[0].at("recorded"), 12);
  EXPECT_EQ(runs[0].at("outcomes").at("harmed"), 6);
  EXPECT_EQ(runs[0].at("harm").at("value"), 1.0);
  EXPECT_EQ(runs[0].at("live"), false);
  EXPECT_EQ(runs[2].at("error").at("code"), "run-missing");
  EXPECT_FALSE(runs[2].contains("headline"));
}

TEST_F(ViewDesk, TheOverviewHasTheReportAndWhereHarmIs) {
  const Json overview = json("/api/run/0/overview");

  EXPECT_EQ(overview.at("report"), report::json_report(report::summarise(first.path()).value()));
  EXPECT_EQ(overview.at("worst").size(), 3U);
  EXPECT_EQ(overview.at("worst")[0].at("harmed"), 2);
  EXPECT_EQ(overview.at("map").at("columns")[0].at("by"), "form");
  const Json& cell = overview.at("map").at("cells")[0];
  EXPECT_EQ(cell.at("row"), "file-system");
  EXPECT_EQ(cell.at("trials"), 6);
  EXPECT_EQ(cell.at("harm"), 1.0);
  EXPECT_EQ(overview.at("cost").at("micro_dollars"), nullptr);
  EXPECT_EQ(overview.at("time").at("median_ms"), 0);
}

TEST_F(ViewDesk, AnswersForARunThatDoesNotGrow) {
  const Json live = json("/api/run/0/live");

  EXPECT_EQ(live.at("live"), false);
  EXPECT_EQ(live.at("status"), nullptr);
  EXPECT_EQ(live.at("recorded"), 12);
  EXPECT_EQ(live.at("eta_seconds"), nullptr);
  EXPECT_EQ(live.at("recent")[0].at("trial"), 11);
}

TEST_F(ViewDesk, FindsTrialsAndShowsOne) {
  const Json trials = json("/api/run/0/trials?outcome=harmed&limit=2");
  EXPECT_EQ(trials.at("total"), 6);
  EXPECT_EQ(trials.at("of"), 12);
  EXPECT_EQ(trials.at("rows").size(), 2U);

  const Json trial = json("/api/run/0/trial/2");

  EXPECT_EQ(trial.at("case").at("id"), trials.at("rows")[1].at("case_id"));
  EXPECT_EQ(trial.at("record").at("verdict").at("outcome"), "harmed");
  EXPECT_FALSE(trial.at("record").contains("format"));
  EXPECT_EQ(trial.at("transcript"), nullptr);
  EXPECT_EQ(trial.at("previous"), 1);
  EXPECT_EQ(trial.at("next"), 3);
}

TEST_F(ViewDesk, ComparesRunsByPairs) {
  const Json compared = json("/api/compare?runs=0,1,2").at("comparisons");

  ASSERT_EQ(compared.size(), 2U);
  EXPECT_EQ(compared[0].at("comparison").at("better").at("count"), 6);
  EXPECT_EQ(compared[0].at("comparison").at("worse").at("count"), 6);
  ASSERT_EQ(compared[0].at("flips").size(), 12U);
  EXPECT_EQ(compared[0].at("flips")[0].at("way"), "worse");
  EXPECT_EQ(compared[0].at("flips")[0].at("trial_first"), 1);
  EXPECT_EQ(compared[1].at("error").at("code"), "run-missing");
  EXPECT_EQ(error("/api/compare?runs=0", 400), "query-runs");
  EXPECT_EQ(error("/api/compare?runs=0,0", 400), "query-runs");
  EXPECT_EQ(error("/api/compare?runs=0,x", 400), "query-runs");
  EXPECT_EQ(error("/api/compare?runs=0,7", 404), "run-unknown");
}

}  // namespace
}  // namespace redcode::view
