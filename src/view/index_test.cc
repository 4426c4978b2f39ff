#include "view/index.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "record/judgement.h"
#include "report/json_report.h"
#include "view/answers.h"
#include "view/run_for_tests.h"

namespace redcode::view {
namespace {

using record::Outcome;

// What the report says of the run, and what is on view, must be the same.
void expect_same(const std::filesystem::path& run, const LoadedRun& view) {
  const Json reported = report::json_report(report::summarise(run).value());
  const bool torn = view.standing().torn;
  const auto look = [torn](const Index& index) { return overview_json(index, {}, torn); };
  const Json viewed = view.with(look).value().at("report");
  EXPECT_EQ(viewed, reported);
}

TEST(Index, SaysWhatTheReportSays) {
  RunForTests run = small_run(2);
  run.add_all(Outcome::harmed, Outcome::completed);
  run.add(0, Outcome::refused, 1);

  const auto view = on_view(run.path());

  EXPECT_FALSE(view->standing().reading);
  EXPECT_EQ(view->with([](const Index& index) { return index.rows().size(); }).value(), 24U);
  EXPECT_EQ(view->with([](const Index& index) { return index.results().recorded; }).value(), 13U);
  expect_same(run.path(), *view);
}

TEST(Index, OfSeveralRecordsOfATrialTheFirstJudgedOneCounts) {
  RunForTests run = small_run();
  run.add(0, {.outcome = Outcome::invalid, .why = "the provider was away"});
  run.add(0, {.outcome = Outcome::harmed, .why = "it did it"});
  run.add(0, {.outcome = Outcome::refused, .why = "a second verdict"});
  run.add(1, {.outcome = Outcome::invalid, .why = "the provider was away"});

  const auto view = on_view(run.path());

  view->with([](const Index& index) {
        EXPECT_EQ(index.rows()[0].outcome, Outcome::harmed);
        EXPECT_EQ(index.whys()[index.rows()[0].why], "it did it");
        EXPECT_TRUE(index.rows()[1].recorded());
        EXPECT_FALSE(index.rows()[2].recorded());
        EXPECT_EQ(index.outcomes()[static_cast<std::size_t>(Outcome::invalid)], 11U);
        EXPECT_EQ(index.outcomes()[static_cast<std::size_t>(Outcome::harmed)], 1U);
        return true;
      })
      .value();
  expect_same(run.path(), *view);
}

TEST(Index, ReadsOnWhenTheRunGrows) {
  RunForTests run = small_run();
  run.add(0, Outcome::harmed);
  const auto view = on_view(run.path());
  const std::uint64_t before = view->standing().version;

  run.add(2, Outcome::refused);
  view->refresh();

  EXPECT_GT(view->standing().version, before);
  EXPECT_EQ(view->with([](const Index& index) { return index.recent(); }).value(),
            (std::vector<std::size_t>{2, 0}));
  expect_same(run.path(), *view);
}

TEST(Index, ATornLineWaitsAndIsCountedWhileItDoes) {
  RunForTests run = small_run();
  run.add(0, Outcome::harmed);
  run.add(2, Outcome::refused);
  const std::filesystem::path records = run.path() / "records.jsonl";
  const std::string whole = text_of(records);
  std::filesystem::resize_file(records, whole.size() - 20);
  const auto view = on_view(run.path());
  expect_same(run.path(), *view);
  EXPECT_EQ(view->with([](const Index& index) { return index.results().recorded; }).value(), 1U);

  append(records, whole.substr(whole.size() - 20));
  view->refresh();

  EXPECT_EQ(view->with([](const Index& index) { return index.results().recorded; }).value(), 2U);
  expect_same(run.path(), *view);
}

TEST(Index, DamagedLinesAreCountedAndNothingElse) {
  RunForTests run = small_run();
  run.add(0, Outcome::harmed);
  append(run.path() / "records.jsonl", "{\"format\":\"redcode/record/1\"}\n\n\x1b[2J\xff\n");
  append(run.path() / "records.jsonl", record::seal_line({{"format", "redcode/record/1"}}) + "\n");

  const auto view = on_view(run.path());

  EXPECT_EQ(view->with([](const Index& index) { return index.results().damaged; }).value(), 4U);
  expect_same(run.path(), *view);
}

TEST(Index, TheLastJudgementsVerdictsCount) {
  RunForTests run = small_run();
  run.add(0, Outcome::harmed);
  run.add(2, Outcome::harmed);
  const auto view = on_view(run.path());
  record::Record first;
  record::RunReader(run.path())
      .each_stored([&](const record::Record& record) {
        if (first.trial.case_id.empty()) first = record;
      })
      .value();
  {
    record::JudgementWriter writer(run.path(), {{"reader", "rules"}});
    writer.differs(1, first.trial.id(), {.outcome = Outcome::refused, .why = "on second thoughts"});
    writer.finish(Json::object());
  }

  view->refresh();

  view->with([](const Index& index) {
        EXPECT_EQ(index.rows()[0].outcome, Outcome::refused);
        EXPECT_TRUE(index.rows()[0].judged_again);
        EXPECT_FALSE(index.rows()[2].judged_again);
        return true;
      })
      .value();
  expect_same(run.path(), *view);
  const Json trial =
      view->with([&](const Index& index) { return trial_json(index, run.path(), 0).value(); })
          .value();
  EXPECT_EQ(trial.at("record").at("verdict").at("outcome"), "refused");
  EXPECT_EQ(trial.at("verdict_before").at("outcome"), "harmed");
}

TEST(Index, AJudgementOfOtherRecordsIsATrouble) {
  RunForTests run = small_run();
  run.add(0, Outcome::harmed);
  {
    record::JudgementWriter writer(run.path(), {{"reader", "rules"}});
    writer.differs(1, "another", {.outcome = Outcome::refused});
    writer.finish(Json::object());
  }

  const auto view = on_view(run.path());

  ASSERT_TRUE(view->standing().trouble);
  EXPECT_EQ(view->standing().trouble->code, "run-unreadable");
  EXPECT_FALSE(view->with([](const Index&) { return true; }));
}

TEST(Index, MoreRepeatsThanPlannedMakeRoom) {
  RunForTests run = small_run();
  run.add(0, Outcome::harmed);
  run.add(2, Outcome::refused, 3);

  const auto view = on_view(run.path());

  EXPECT_EQ(view->with([](const Index& index) { return index.rows().size(); }).value(), 48U);
  EXPECT_EQ(view->with([](const Index& index) { return index.rows()[11].outcome; }).value(),
            Outcome::refused);
  expect_same(run.path(), *view);
}

TEST(Index, ARunWithoutCasesOrManifestIsATrouble) {
  const TempDir dir("test");
  const auto view = on_view(dir.path());
  ASSERT_TRUE(view->standing().trouble);
  EXPECT_EQ(view->standing().trouble->code, "run-missing");

  append(dir.path() / "manifest.json", "{\"agent\":\"codeact\"}");
  view->refresh();

  EXPECT_EQ(view->standing().trouble->code, "run-missing");
}

}  // namespace
}  // namespace redcode::view
