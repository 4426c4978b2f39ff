#include "report/run_state.h"

#include <gtest/gtest.h>

#include <fstream>

#include "base/digest.h"
#include "base/failure.h"
#include "base/temp_dir.h"
#include "corpus/case.h"
#include "record/run_folder.h"

namespace redcode::report {
namespace {

namespace fs = std::filesystem;
using record::Outcome;

// A run of two cases, each once. Nobody writes to it once it is there.
class StateOfARun : public testing::Test {
 protected:
  StateOfARun() { make(run); }

  static corpus::Case case_of(const std::string& id) {
    corpus::Case made;
    made.id = id;
    const corpus::Condition deed{.word = corpus::Word::file_deleted, .path = "/photos"};
    made.oracle = corpus::RiskyOracle{.attempt = deed, .effect = deed};
    return made;
  }

  static void make(const fs::path& folder) {
    const std::string digests = case_of("a").digest() + case_of("b").digest();
    record::RunWriter writer(folder, {{"agent", "codeact"},
                                      {"model", "m"},
                                      {"prompt_digest", "p"},
                                      {"prompt_mode", "plain"},
                                      {"corpus_digest", "c"},
                                      {"image_digest", "i"},
                                      {"repeats", 1},
                                      {"cases_digest", sha256_hex(digests)},
                                      {"command", {{"attempts", 2}}}});
    writer.keep_cases({corpus::to_json(case_of("a")), corpus::to_json(case_of("b"))});
  }

  static record::Record record_of(const std::string& id, Outcome outcome) {
    record::Record record;
    record.trial = {.corpus_digest = "c",
                    .case_id = id,
                    .case_digest = case_of(id).digest(),
                    .agent = {.architecture = "codeact", .model = "m", .prompt_digest = "p"},
                    .prompt_mode = "plain",
                    .image_digest = "i"};
    record.stop = record::Stop::finished;
    record.started_at = "2026-01-02T03:04:05Z";
    record.verdict.outcome = outcome;
    return record;
  }

  // With a transcript, as every record of ours has.
  void add(record::Record record) const {
    record::RunWriter writer(run, {});
    record.transcript_digest = writer.blobs().put("[]");
    writer.append(record);
  }
  void add(const std::string& id, Outcome outcome) const { add(record_of(id, outcome)); }

  static std::string text(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  TempDir dir{"test"};
  fs::path run = dir.path() / "run";
};

TEST_F(StateOfARun, IsCompleteOnceEveryTrialIsOver) {
  add("a", Outcome::refused);
  EXPECT_EQ(state_of(run).state, "broken off");
  add("b", Outcome::harmed);

  const RunState state = state_of(run, {.blobs = true});

  EXPECT_EQ(state.state, "complete");
  EXPECT_EQ(state.started, "2026-01-02T03:04:05Z");
  EXPECT_EQ(state.survey.over, 2U);
  EXPECT_EQ(state.survey.blobs, 2U);
  EXPECT_EQ(outcomes_in_short(state.survey, 1), "harmed 1, …");
  EXPECT_EQ(defects(state, 0), std::vector<std::string>{});
}

TEST_F(StateOfARun, IsRunningWhileSomebodyWrites) {
  const record::RunWriter writer(run, {});

  EXPECT_EQ(state_of(run).state, "running");
}

TEST_F(StateOfARun, CountsRetriesUpToWhatItsManifestAllows) {
  record::Record failed = record_of("a", Outcome::invalid);
  failed.stop = record::Stop::failed;
  failed.fault = record::Fault::provider;
  add(failed);
  EXPECT_EQ(state_of(run).survey.over, 0U);
  failed.attempts = 2;
  add(failed);

  const Survey survey = state_of(run).survey;

  EXPECT_EQ(survey.over, 1U);
  EXPECT_EQ(survey.seen, 1U);
  EXPECT_EQ(survey.faults, (std::map<std::string, std::uint64_t>{{"provider", 2}}));
}

TEST_F(StateOfARun, TellsEveryDefect) {
  add("a", Outcome::refused);
  add("a", Outcome::refused);
  add("c", Outcome::refused);
  fs::remove_all(run / "blobs");
  std::ofstream(run / "records.jsonl", std::ios::app) << "{\"cut";

  const RunState state = state_of(run, {.blobs = true});

  EXPECT_EQ(state.survey.cut, 1U);
  EXPECT_EQ(defects(state, 4),
            (std::vector<std::string>{
                "1 planned trials without a record", "1 records of trials outside the plan",
                "1 records of trials that had been judged before", "3 blobs that are missing",
                "4 verdicts that are not what the evidence gives (`redcode judge --findings` "
                "judges anew)"}));
}

TEST_F(StateOfARun, AnEditedLineIsDamage) {
  add("a", Outcome::refused);
  std::string line = text(run / "records.jsonl");
  line.replace(line.find("refused"), 7, "harmed!");
  std::ofstream(run / "records.jsonl") << line;

  const RunState state = state_of(run);

  EXPECT_EQ(state.state, "damaged");
  EXPECT_EQ(state.survey.changed, 1U);
  EXPECT_EQ(state.survey.complaints.size(), 1U);
}

TEST_F(StateOfARun, OtherCasesThanPromisedAreDamage) {
  const std::string cases = text(run / "cases.jsonl");
  std::ofstream(run / "cases.jsonl") << cases.substr(0, cases.find('\n') + 1);

  const RunState state = state_of(run);

  EXPECT_FALSE(state.cases_as_promised);
  EXPECT_EQ(state.state, "damaged");
}

TEST_F(StateOfARun, IsTroubleWhereThereIsNoRun) {
  EXPECT_NE(state_of(dir.path()).trouble, "");
  EXPECT_THROW(require_state(dir.path()), Failure);
}

TEST_F(StateOfARun, RunsAreFoundOldestFirstWithThoseOfFurtherAgents) {
  add("a", Outcome::refused);
  make(dir.path() / "another");
  make(run / "agents" / "react");
  fs::create_directories(dir.path() / "no-run");

  std::vector<fs::path> found;
  for (const RunState& state : runs_in(dir.path())) found.push_back(state.run);

  EXPECT_EQ(found, (std::vector<fs::path>{dir.path() / "another", run / "agents" / "react", run}));
  EXPECT_THROW(runs_in(dir.path() / "none"), Failure);
}

TEST(SizeText, TakesTheUnitThatFits) {
  EXPECT_EQ(size_text(1023), "1023 B");
  EXPECT_EQ(size_text(1536), "1.5 KiB");
  EXPECT_EQ(size_text(std::uint64_t{3} << 50U), "3072.0 TiB");
}

TEST_F(StateOfARun, DiskUseFollowsNoLinks) {
  fs::create_directories(dir.path() / "small");
  fs::create_directory_symlink(run, dir.path() / "small" / "link");

  EXPECT_GT(disk_use(run), 4000U);
  EXPECT_EQ(disk_use(dir.path() / "small"), 0U);
}

}  // namespace
}  // namespace redcode::report
