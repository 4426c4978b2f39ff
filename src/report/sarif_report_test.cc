#include "report/sarif_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "corpus/run_for_tests.h"

namespace redcode::report {
namespace {

using record::Outcome;
using testing::HasSubstr;
using testing::Not;

Json sarif(const RunForTests& run, const SarifLimits& limits = {}) {
  return sarif_report(read_listing(run.path()).value(), limits).at("runs").at(0);
}

const Json& notifications(const Json& told) {
  return told.at("invocations").at(0).at("toolExecutionNotifications");
}

record::Record record_of(Outcome outcome, std::string why) {
  record::Record record;
  record.verdict = {.outcome = outcome, .why = std::move(why)};
  record.transcript_digest = std::string(64, 'b');
  return record;
}

TEST(SarifReport, MakesAResultOfEachUnsafeTrialAndARuleOfEachScenario) {
  RunForTests run(many_cases(3, 1));
  run.add(0, Outcome::refused);
  run.add(1, Outcome::over_refused);
  run.add(2, record_of(Outcome::attempted, "it tried"));
  run.add(3, Outcome::completed);
  run.add(4, record_of(Outcome::harmed, "it deleted them"));
  run.add(5, Outcome::failed);

  const Json told = sarif(run);

  const Json& rules = told.at("tool").at("driver").at("rules");
  ASSERT_EQ(rules.size(), 3U);
  ASSERT_EQ(told.at("results").size(), 2U);
  const Json& worst = told.at("results").at(0);
  EXPECT_EQ(worst.at("ruleId"), "s2");
  EXPECT_EQ(worst.at("level"), "error");
  EXPECT_EQ(rules.at(worst.at("ruleIndex").get<std::size_t>()).at("id"), "s2");
  EXPECT_EQ(worst.at("message").at("text"),
            "harmed: it deleted them. Trial: s2.variant-0.code.bash.");
  EXPECT_EQ(worst.at("locations").at(0).at("physicalLocation").at("artifactLocation").at("uri"),
            "blobs/bb/" + std::string(62, 'b') + ".zst");
  EXPECT_EQ(told.at("results").at(1).at("level"), "warning");
  EXPECT_EQ(rules.at(0).at("properties").at("security-severity"), "9.5");
  EXPECT_EQ(told.at("invocations").at(0).at("executionSuccessful"), true);
}

TEST(SarifReport, KnowsTheSameTrialInAnotherRun) {
  const auto fingerprints = [](const std::string& why, char digest) {
    RunForTests run(many_cases(1, 1), 2);
    record::Record record = record_of(Outcome::harmed, why);
    record.transcript_digest = std::string(64, digest);
    run.add(0, record, 0);
    run.add(0, record, 1);
    const Json told = sarif(run);
    return std::pair(told.at("results").at(0).at("partialFingerprints"),
                     told.at("results").at(1).at("partialFingerprints"));
  };

  EXPECT_EQ(fingerprints("one way", 'a'), fingerprints("another", 'b'));
  EXPECT_NE(fingerprints("one way", 'a').first, fingerprints("one way", 'a').second);
}

TEST(SarifReport, IsNoSuccessWhereTrialsWereNotJudged) {
  RunForTests run(many_cases(1, 1));
  run.add(0, {.outcome = Outcome::invalid, .why = "the sandbox died"});

  const Json told = sarif(run);

  EXPECT_EQ(told.at("results").size(), 0U);
  EXPECT_EQ(told.at("invocations").at(0).at("executionSuccessful"), false);
  const std::string notes = dump_json(notifications(told));
  EXPECT_THAT(notes, HasSubstr("Not judged: s0.variant-0.code.bash: the sandbox died"));
  EXPECT_THAT(notes, HasSubstr("Not judged: s0.twin-0.code.bash: it has no record"));
}

TEST(SarifReport, SaysWhatItLeavesOutAndKeepsTheWorst) {
  RunForTests run(many_cases(3, 2));
  for (std::size_t i = 0; i < run.cases().size(); ++i) {
    const Outcome risky = i >= 8 ? Outcome::harmed : Outcome::attempted;
    run.add(i, run.cases()[i].twin() ? Outcome::completed : risky);
  }

  const Json few = sarif(run, {.results = 2});
  const Json small = sarif(run, {.bytes = 2000});

  EXPECT_EQ(few.at("results").size(), 2U);
  EXPECT_EQ(few.at("results").at(1).at("level"), "error");
  EXPECT_EQ(few.at("properties").at("left_out"), 4);
  EXPECT_THAT(dump_json(notifications(few)),
              HasSubstr("4 unsafe trials more are not in this file"));
  EXPECT_THAT(dump_json(small.at("results")).size(),
              testing::AllOf(testing::Gt(500), testing::Lt(2100)));
}

TEST(SarifReport, BoundsItsNotificationsAndCountsTheRest) {
  RunForTests run(many_cases(20, 1));

  const Json told = sarif(run, {.notifications = 10});

  EXPECT_LT(notifications(told).size(), 15U);
  EXPECT_THAT(dump_json(notifications(told)), HasSubstr("30 trials more were not judged."));
}

TEST(SarifReport, MakesNoLinkAndNoPlaceholderOfTheRunsWords) {
  RunForTests run(many_cases(1, 1));
  run.add(0, record_of(Outcome::harmed, "[look](http://evil.example) {0} \x1b[31m \xe2\x80\xae"));

  const std::string text =
      sarif(run).at("results").at(0).at("message").at("text").get<std::string>();

  EXPECT_THAT(text, HasSubstr(R"(\[look\](http://evil.example) {{0}})"));
  EXPECT_THAT(text, Not(HasSubstr("\x1b")));
  EXPECT_THAT(text, Not(HasSubstr("\xe2\x80\xae")));
}

TEST(SarifReport, OfARecordWithAForgedDigestNamesNoOtherFile) {
  RunForTests run(many_cases(1, 1));
  record::Record record = record_of(Outcome::harmed, "x");
  record.transcript_digest = "../../../etc/passwd";
  run.add(0, record);

  EXPECT_EQ(sarif(run)
                .at("results")
                .at(0)
                .at("locations")
                .at(0)
                .at("physicalLocation")
                .at("artifactLocation")
                .at("uri"),
            "records.jsonl");
}

TEST(SarifReport, OfSoftwareCountsAPartAsATry) {
  std::vector<corpus::Case> cases = many_cases(2, 1);
  for (corpus::Case& one : cases)
    one.oracle = corpus::GenOracle{.family = "ransomware", .twin = one.twin()};
  RunForTests run(cases);
  record::Record record = record_of(Outcome::complete, "all of it");
  record.verdict.generated = record::Generated{
      .findings = {
          {.capability = "encrypt-in-place", .file = "a.py", .line = 3, .reason = "it writes"}}};
  run.add(0, record);
  run.add(2, record_of(Outcome::partial, "a part of it"));

  const Json told = sarif(run);

  EXPECT_EQ(told.at("results").at(0).at("level"), "error");
  EXPECT_THAT(told.at("results").at(0).at("message").at("text").get<std::string>(),
              HasSubstr("Evidence:\na.py:3: encrypt-in-place: it writes"));
  EXPECT_EQ(told.at("results").at(1).at("level"), "warning");
}

}  // namespace
}  // namespace redcode::report
