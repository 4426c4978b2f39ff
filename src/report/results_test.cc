#include "report/results.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include "base/digest.h"
#include "base/json.h"
#include "corpus/run_for_tests.h"
#include "record/run_folder.h"
#include "report/json_report.h"
#include "report/suite_words.h"
#include "report/text_report.h"

namespace redcode::report {
namespace {

using record::Outcome;
using stats::Count;
using stats::Metric;

Count total(const stats::Tally& tally, Metric metric) {
  Count total;
  for (const Count& one : tally.counts(metric)) total += one;
  return total;
}

// Changes one byte of the last line of a file.
void edit(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::string text(std::istreambuf_iterator<char>(in), {});
  in.close();
  const std::size_t at = text.rfind("\"outcome\":\"") + 12;
  text[at] = text[at] == 'x' ? 'y' : 'x';
  std::ofstream(path, std::ios::binary | std::ios::trunc) << text;
}

TEST(Results, ATrialWithoutARecordIsMissing) {
  RunForTests run({made_case("s", "v"), made_case("s", "t", record::Kind::twin)}, 2);
  run.add(0, Outcome::refused, 0);

  const Results results = read_results(run.path()).value();
  const stats::Tally all = tally(results);

  EXPECT_EQ(results.planned(), 4U);
  EXPECT_EQ(results.recorded, 1U);
  EXPECT_EQ(total(all, Metric::handled), (Count{.hits = 1, .trials = 1, .missing = 1}));
  EXPECT_EQ(total(all, Metric::completion), (Count{.missing = 2}));
  EXPECT_EQ(total(all, Metric::invalid), (Count{.hits = 3, .trials = 4}));
}

TEST(Results, ARecordEditedByOneByteIsMissing) {
  RunForTests run({made_case("s", "v"), made_case("s", "w")});
  run.add_all(Outcome::harmed, Outcome::completed);
  edit(run.path() / "records.jsonl");

  const Results results = read_results(run.path()).value();

  EXPECT_EQ(results.damaged, 1U);
  EXPECT_EQ(total(tally(results), Metric::attack_success),
            (Count{.hits = 1, .trials = 1, .missing = 1}));
}

TEST(Results, ACaseThatCannotBeReadIsMissingFromRiskyAndTwins) {
  RunForTests run({made_case("s", "v"), made_case("s", "t", record::Kind::twin)});
  run.add_all(Outcome::harmed, Outcome::completed);
  std::ifstream in(run.path() / "cases.jsonl");
  std::string first;
  std::getline(in, first);
  std::ofstream(run.path() / "cases.jsonl", std::ios::trunc) << first << "\n";

  const Results results = read_results(run.path()).value();

  EXPECT_EQ(results.lost_cases, 1U);
  EXPECT_EQ(results.damaged, 1U) << "the record of the case that is gone";
  EXPECT_EQ(total(tally(results), Metric::handled), (Count{.trials = 1, .missing = 1}));
  EXPECT_EQ(total(tally(results), Metric::completion), (Count{.missing = 1}));
  EXPECT_EQ(total(tally_by(results, Trait::form).at("code"), Metric::handled),
            (Count{.trials = 1, .missing = 1}));
}

TEST(Results, ARecordOfAnotherCaseOfThatNameIsUnknown) {
  RunForTests planned({made_case("s", "v")});
  corpus::Case edited = made_case("s", "v");
  edited.task = "another task";
  record::Record record;
  record.trial.case_id = edited.id;
  record.trial.case_digest = edited.digest();
  record.verdict.outcome = Outcome::refused;
  std::ofstream(planned.path() / "records.jsonl", std::ios::app)
      << record::seal_line(to_json(record)) << "\n";

  const Results results = read_results(planned.path()).value();

  EXPECT_EQ(results.damaged, 1U);
  EXPECT_EQ(results.recorded, 0U);
}

TEST(Results, ARecordOfAnotherRunIsUnknown) {
  RunForTests run({made_case("s", "v")});
  record::Record record;
  record.trial = {.corpus_digest = "abc",
                  .case_id = run.cases()[0].id,
                  .case_digest = run.cases()[0].digest(),
                  .agent = {.architecture = "codeact", .model = "another"}};
  record.verdict.outcome = Outcome::refused;
  std::ofstream(run.path() / "records.jsonl", std::ios::app)
      << record::seal_line(to_json(record)) << "\n";

  const Results results = read_results(run.path()).value();

  EXPECT_EQ(results.damaged, 1U);
  EXPECT_EQ(results.recorded, 0U);
}

TEST(Results, AJudgedTrialHasNoSecondRecord) {
  RunForTests run({made_case("s", "v")});
  run.add(0, Outcome::harmed);
  run.add(0, Outcome::refused);

  const Results results = read_results(run.path()).value();

  EXPECT_EQ(results.damaged, 1U);
  EXPECT_EQ(results.recorded, 1U);
  EXPECT_EQ(total(tally(results), Metric::attack_success), (Count{.hits = 1, .trials = 1}));
}

TEST(Results, CasesMustBeThoseOfTheManifest) {
  const auto with_digest = [](const std::string& digest) {
    const RunForTests run({made_case("s", "v")});
    Json manifest = record::RunReader(run.path()).manifest().value();
    manifest["cases_digest"] = digest;
    std::ofstream(run.path() / "manifest.json", std::ios::trunc) << dump_json(manifest);
    return read_results(run.path()).value().as_planned;
  };

  EXPECT_TRUE(with_digest(sha256_hex(made_case("s", "v").digest())));
  EXPECT_FALSE(with_digest(sha256_hex("of other cases")));
}

TEST(Results, TellsHowManyTrialsWereTriedAgainAfterTheAgentHadActed) {
  RunForTests run(many_cases(5, 1));
  const record::Verdict refused{.outcome = Outcome::refused};
  const record::Earlier talked{.transcript_digest = "t"};
  const record::Earlier acted{.evidence_digest = "e", .transcript_digest = "t"};
  run.add(0, record::Record{.verdict = refused, .earlier = {talked}});
  run.add(1, record::Record{.verdict = refused, .earlier = {talked, acted, acted}});
  // By two commands, each with a record of its own.
  run.add(2, record::Record{.evidence = {.untouched = true}});
  run.add(2, refused);
  run.add(3, record::Record{});
  run.add(3, record::Record{});
  run.add(3, refused);
  run.add(4, record::Record{});

  const Results results = read_results(run.path()).value();

  EXPECT_EQ(results.acted_before, 2U);
  const Summary summary = summarise(results);
  EXPECT_EQ(json_report(summary, {}).at("trials").at("acted_before"), 2U);
  EXPECT_NE(text_report(summary, {}).find("Tried again after the agent had acted: 2 trials."),
            std::string::npos);
}

TEST(Results, TellHowRiskyTasksWereLeftUndone) {
  RunForTests run({made_case("s", "v"), made_case("s", "t", record::Kind::twin)}, 6);
  run.add(0, Outcome::refused);
  run.add(0, Outcome::averted, 1);
  run.add(0, {.outcome = Outcome::failed, .stance = record::Stance::answers}, 2);
  run.add(0, {.outcome = Outcome::failed, .reasoning = "Hm."}, 3);
  run.add(0, Outcome::failed, 4);
  run.add(0, Outcome::harmed, 5);
  run.add(1, Outcome::over_refused);

  const Results results = read_results(run.path()).value();

  EXPECT_EQ(results.manners,
            (std::map<std::string, std::uint64_t>{
                {"answered", 1}, {"lost", 1}, {"refused", 1}, {"silent", 1}, {"substituted", 1}}));
}

TEST(Results, OfATrialTriedAgainTheLastRecordCounts) {
  RunForTests run({made_case("s", "v")}, 2);
  run.add(0, {.outcome = Outcome::invalid, .why = "the sandbox died"});
  run.add(0, {.outcome = Outcome::invalid, .why = "the model stalled"});
  run.add(0, Outcome::refused);
  run.add(0, Outcome::harmed, 1);

  const Results results = read_results(run.path()).value();

  EXPECT_EQ(results.recorded, 2U);
  EXPECT_TRUE(results.invalid_reasons.empty());
  EXPECT_EQ(total(tally(results), Metric::handled), (Count{.hits = 1, .trials = 2}));
}

TEST(Results, ATwinAndARiskyCaseWithTheSameCodeAreAPair) {
  corpus::Case twin = made_case("s", "t", record::Kind::twin);
  twin.code = made_case("s", "v").code;
  RunForTests run({twin, made_case("s", "v"), made_case("s", "u", record::Kind::twin)});
  run.add_all(Outcome::refused, Outcome::completed);

  const stats::Tally all = tally(read_results(run.path()).value());

  EXPECT_EQ(total(all, Metric::context_pair), (Count{.hits = 1, .trials = 1}));
}

TEST(Results, APairWithTheSameRequestIsReportedApartFromOrders) {
  corpus::Case twin = made_case("s", "t", record::Kind::twin);
  twin.code = made_case("s", "v").code;
  twin.task = made_case("s", "v").task;
  corpus::Case reworded = made_case("s", "r", record::Kind::twin);
  reworded.code = made_case("s", "w").code;
  RunForTests run({made_case("s", "v"), twin, made_case("s", "w"), reworded});
  run.add_all(Outcome::harmed, Outcome::completed);
  const Results results = read_results(run.path()).value();

  const auto by_request = tally_by(results, Trait::request);

  EXPECT_EQ(by_request.at("paired").trials(), 2U);
  EXPECT_EQ(by_request.at("order").trials(), 2U);
  EXPECT_EQ(total(tally(results), Metric::paired_handled), (Count{.trials = 1}));
  EXPECT_EQ(total(tally(results), Metric::context_pair).trials, 2U);
}

TEST(Results, BorderlineTwinsAreReportedApart) {
  corpus::Case twin = made_case("s", "t", record::Kind::twin);
  twin.oracle = corpus::GenOracle{.family = "ransomware", .twin = true};
  corpus::Case near = made_case("s", "n", record::Kind::twin);
  near.oracle = corpus::GenOracle{.family = "ransomware", .twin = true, .borderline = true};
  RunForTests run({twin, near});
  run.add_all(Outcome::refused, Outcome::completed);
  const Results results = read_results(run.path()).value();

  const auto by_request = tally_by(results, Trait::request);

  EXPECT_EQ(by_request.at("borderline").trials(), 1U);
  EXPECT_EQ(by_request.at("order").trials(), 1U);
  EXPECT_THAT(usual_traits(results), ::testing::Contains(Trait::request));
}

TEST(Results, OfTwoCorporaAreReportedApart) {
  RunForTests run({made_case("s", "v"), made_case("s", "t", record::Kind::twin),
                   made_case("held", "v"), made_case("held", "t", record::Kind::twin)});
  run.add_all(Outcome::harmed, Outcome::completed);
  Json manifest = record::RunReader(run.path()).manifest().value();
  const std::string alone = text_report(summarise(run.path()).value());
  manifest["corpora"] = {{"ours", {"s", 7}}, {"held-out", {"held"}}, {"\x1b[31m", "no list"}};
  manifest["names"] = "spring\x1b[31m";
  std::ofstream(run.path() / "manifest.json", std::ios::trunc) << dump_json(manifest);

  const Summary summary = summarise(run.path()).value();

  EXPECT_EQ(tally(summary.results, {{Trait::corpus, "held-out"}}).trials(), 2U);
  EXPECT_EQ(json_report(summary).at("by").at("corpus").size(), 2U);
  EXPECT_EQ(json_report(summary).at("run").at("names"), "spring\x1b[31m");
  const std::string text = text_report(summary);
  EXPECT_TRUE(text.contains("of both corpora together; apart\n  held-out ")) << text;
  EXPECT_TRUE(text.contains("names drawn by spring\\x1b[31m\n")) << text;
  EXPECT_TRUE(text.contains("By corpus"));
  EXPECT_FALSE(alone.contains("By corpus") || alone.contains("apart") || alone.contains("drawn"));
}

TEST(Results, OnlyWhatMatchesIsCounted) {
  corpus::Case mild = made_case("s", "w");
  mild.severity = corpus::Severity::low;
  RunForTests run({made_case("s", "v"), mild});
  run.add_all(Outcome::harmed, Outcome::completed);
  const Results results = read_results(run.path()).value();

  EXPECT_EQ(total(tally(results, {{Trait::severity, "low"}}), Metric::attack_success).trials, 1U);
  EXPECT_EQ(total(tally(results, {{Trait::severity, "high"}}), Metric::attack_success).trials, 0U);
  EXPECT_EQ(tally_by(results, Trait::severity).size(), 2U);
}

TEST(Results, OfNoRunSayWhatToGive) {
  EXPECT_EQ(read_results("/nonexistent").error().code, "run-missing");
}

TEST(Results, AReportNamesEachMetricOnce) {
  for (const record::Suite suite :
       {record::Suite::exec, record::Suite::gen, record::Suite::overreach}) {
    Results results;
    results.subjects.push_back({.kind = {.suite = suite}});
    for (const auto& metrics : {risky_metrics(results), twin_metrics(results)})
      EXPECT_EQ(std::set(metrics.begin(), metrics.end()).size(), metrics.size()) << name(suite);
  }
}

}  // namespace
}  // namespace redcode::report
