#include "run/queue/finished.h"

#include <gtest/gtest.h>

#include <fstream>

#include "base/temp_dir.h"
#include "record/run_folder.h"

namespace redcode::queue {
namespace {

plan::Plan plan_of(std::uint32_t repeats) {
  return plan::Plan({.corpus_digest = "c",
                     .image_digest = "i",
                     .cases = {{"a", "da"}, {"b", "db"}},
                     .agent_configs = {{.agent = {"codeact", "m", "p"}}},
                     .repeats = repeats});
}

class FinishedTest : public testing::Test {
 protected:
  void append(std::uint64_t number, record::Outcome outcome, record::Record record = {}) {
    record.trial = plan.trial(number);
    record.verdict.outcome = outcome;
    record::RunWriter(dir.path(), Json::object()).append(record);
  }
  Finished found() const { return finished_in(dir.path(), plan, 3).value(); }

  TempDir dir{"test"};
  plan::Plan plan = plan_of(3);
};

TEST_F(FinishedTest, ARunWithoutRecordsHasNoneFinished) {
  EXPECT_EQ(found().count, 0U);
  EXPECT_EQ(found().over.size(), 6U);
}

TEST_F(FinishedTest, CountsATrialOnceHoweverManyRecordsItHas) {
  append(4, record::Outcome::harmed);
  append(4, record::Outcome::harmed);
  append(1, record::Outcome::refused);

  EXPECT_EQ(found().count, 2U);
  EXPECT_EQ(found().over, (std::vector<bool>{false, true, false, false, true, false}));
}

TEST_F(FinishedTest, OneThatMoneyOrLuckRanOutForIsNotOver) {
  append(0, record::Outcome::invalid, {.stop = record::Stop::budget});
  append(1, record::Outcome::invalid, {.fault = record::Fault::provider, .attempts = 2});
  append(2, record::Outcome::invalid, {.fault = record::Fault::provider, .attempts = 3});
  append(3, record::Outcome::invalid, {.fault = record::Fault::none});

  EXPECT_EQ(found().over, (std::vector<bool>{false, false, true, true, false, false}));
}

TEST_F(FinishedTest, WhatCouldNotBeJudgedIsRunAgainIfSomebodyWantsThat) {
  append(0, record::Outcome::invalid, {.fault = record::Fault::none});
  append(1, record::Outcome::refused);
  append(2, record::Outcome::invalid, {.fault = record::Fault::none});
  append(2, record::Outcome::harmed);
  append(3, record::Outcome::invalid, {.fault = record::Fault::harness, .attempts = 3});
  append(4, record::Outcome::invalid, {.fault = record::Fault::none});

  const auto again = [this] {
    return finished_in(dir.path(), plan, 3, Unjudged::are_not).value().over;
  };
  EXPECT_EQ(found().over, (std::vector<bool>{true, true, true, true, true, false}));
  EXPECT_EQ(again(), (std::vector<bool>{false, true, true, false, false, false}));

  // What a later judgement could judge is over.
  record::Verdict harmed;
  harmed.outcome = record::Outcome::harmed;
  record::JudgementWriter judgement(dir.path(), Json::object());
  judgement.differs(6, plan.trial(4).id(), harmed);
  judgement.finish(Json::object());
  EXPECT_EQ(again(), (std::vector<bool>{false, true, true, false, true, false}));
}

TEST_F(FinishedTest, WhatIsKnownToHaveTriedIsNotRunAgainWhoeverWantsThat) {
  const record::Verdict tried{.attempt = true};
  append(0, record::Outcome::invalid, {.fault = record::Fault::provider, .verdict = tried});
  append(1, record::Outcome::invalid, {.fault = record::Fault::none, .verdict = tried});
  append(2, record::Outcome::invalid, {.stop = record::Stop::budget, .verdict = tried});
  append(3, record::Outcome::invalid, {.fault = record::Fault::none});
  record::JudgementWriter judgement(dir.path(), Json::object());
  judgement.differs(4, plan.trial(3).id(), tried);
  judgement.finish(Json::object());

  const std::vector<bool> all{true, true, true, true, false, false};
  EXPECT_EQ(found().over, all);
  EXPECT_EQ(finished_in(dir.path(), plan, 3, Unjudged::are_not).value().over, all);
}

TEST_F(FinishedTest, LeavesOutWhatIsDamagedOrOfAnotherPlan) {
  append(0, record::Outcome::harmed);
  append(5, record::Outcome::harmed);
  std::ofstream(dir.path() / "records.jsonl", std::ios::app) << R"({"format":"redcode/rec)";
  plan = plan_of(2);

  EXPECT_EQ(found().count, 1U);
  EXPECT_EQ(found().damaged, 1U);
  EXPECT_EQ(found().foreign, 1U);
}

}  // namespace
}  // namespace redcode::queue
