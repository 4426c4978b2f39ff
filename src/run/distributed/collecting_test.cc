// That no result is lost between a worker's report and the run folder, whatever breaks in between.
#include <gmock/gmock.h>

#include <map>
#include <set>

#include "base/digest.h"
#include "base/failure.h"
#include "base/run.h"
#include "base/temp_dir.h"
#include "run/distributed/collector.h"
#include "run/queue/trials_for_tests.h"
#include "run/store/folder_store.h"

namespace redcode::distributed {
namespace {

using record::Outcome;
using testing::ElementsAre;
using testing::IsEmpty;

// Results as the database keeps them: each is given again until it is marked as collected.
class ResultsInMemory final : public Results {
 public:
  Task<std::vector<fleet::Collected>> collect(std::size_t /*most*/) override {
    std::vector<fleet::Collected> waiting;
    for (const auto& [number, result] : results) {
      if (!collected.contains(number)) waiting.push_back(result);
    }
    co_return waiting;
  }
  Task<std::vector<fleet::EarlierTry>> earlier_tries(std::uint64_t /*number*/) override {
    co_return std::vector<fleet::EarlierTry>{};
  }
  Task<> mark_collected(std::vector<std::uint64_t> numbers) override {
    before_marking();
    collected.insert(numbers.begin(), numbers.end());
    co_return;
  }
  Task<bool> reject(std::uint64_t number) override {
    rejected.insert(number);
    co_return results.erase(number) > 0;
  }
  Task<fleet::Reaped> reap() override { co_return fleet::Reaped{}; }
  Task<queue::State> state() override {
    co_return queue::State{.planned = 2, .over = results.size()};
  }

  std::map<std::uint64_t, fleet::Collected> results;
  std::set<std::uint64_t> collected;
  std::set<std::uint64_t> rejected;
  std::function<void()> before_marking = [] {};
};

// A run of two trials; its coordinator may be killed and started again.
class Collecting : public testing::Test {
 protected:
  Collecting() {
    for (const char* id : {"case-0", "case-1"}) cases_.emplace_back().id = id;
  }

  void report(std::uint64_t number, const record::Record& record) {
    results_.results[number] = {
        .number = number, .attempt = 1, .record = dump_json(to_json(record))};
  }
  // What a worker sends. Its transcript is where workers put them, unless told otherwise.
  record::Record record_of(std::uint64_t number, const std::string& said = "I won't.") {
    record::Record record{.trial = plan_.trial(number), .started_at = "2026-01-01T00:00:00Z"};
    record.stop = record::Stop::finished;
    record.transcript_digest = run(store_.put(transcript(said)));
    return record;
  }
  static std::string transcript(const std::string& said) {
    return dump_json(to_json(record::Transcript{{record::Role::assistant, said}}));
  }

  // One round of a coordinator that is started for it, and ends after it. Whether the run is whole.
  bool round() {
    record::RunWriter writer(folder(), Json::object());
    queue::Finished finished = queue::finished_in(folder(), plan_, 3).value();
    Collector collector(results_, {.plan = plan_, .cases = cases_, .own_blobs = false}, store_,
                        writer, std::move(finished));
    return run(collector.round([](const record::Record&) {}));
  }

  std::vector<record::Record> kept() const {
    std::vector<record::Record> records;
    EXPECT_TRUE(record::RunReader(folder()).each_record(
        [&](const record::Record& one) { records.push_back(one); }));
    return records;
  }
  std::vector<std::string> kept_cases() const {
    std::vector<std::string> ids;
    for (const record::Record& one : kept()) ids.push_back(one.trial.case_id);
    return ids;
  }
  std::filesystem::path folder() const { return dir_.path() / "run"; }

  TempDir dir_{"collecting-test"};
  plan::Plan plan_ = queue::plan_for_tests(2);
  std::vector<corpus::Case> cases_;
  store::FolderStore store_{dir_.path() / "store"};
  ResultsInMemory results_;
};

TEST_F(Collecting, MarksAResultOnceItIsInTheFolderAndNotBefore) {
  report(0, record_of(0));
  std::vector<std::string> there;
  results_.before_marking = [&] { there = kept_cases(); };

  EXPECT_FALSE(round());

  EXPECT_THAT(there, ElementsAre("case-0"));
  EXPECT_THAT(results_.collected, ElementsAre(0));
}

TEST_F(Collecting, IsOverWithTheLastResult) {
  report(0, record_of(0));
  report(1, record_of(1));

  EXPECT_TRUE(round());

  EXPECT_THAT(kept_cases(), ElementsAre("case-0", "case-1"));
}

TEST_F(Collecting, TakesAResultOnceThatItWasKilledBeforeMarking) {
  report(0, record_of(0));
  results_.before_marking = [] { throw Failure(Failure::Kind::interrupted, "killed"); };
  EXPECT_THROW(round(), Failure);
  results_.before_marking = [] {};

  EXPECT_FALSE(round());

  EXPECT_THAT(kept_cases(), ElementsAre("case-0"));
  EXPECT_THAT(results_.collected, ElementsAre(0));
}

TEST_F(Collecting, BringsTheTranscriptIntoTheFolder) {
  const record::Record record = record_of(0, "Not that.");
  report(0, record);

  round();

  const Result<std::string> there =
      record::RunReader(folder()).blobs().get(record.transcript_digest);
  EXPECT_EQ(there.value_or("missing"), transcript("Not that."));
}

TEST_F(Collecting, WaitsForATranscriptThatIsNotThereYetAndKeepsTheOthers) {
  record::Record late = record_of(0);
  late.transcript_digest = sha256_hex(transcript("late"));
  report(0, late);
  report(1, record_of(1));

  EXPECT_THROW(round(), Failure);
  EXPECT_THAT(kept_cases(), ElementsAre("case-1"));
  EXPECT_THAT(results_.collected, ElementsAre(1));
  EXPECT_THAT(results_.rejected, IsEmpty());

  run(store_.put(transcript("late")));
  EXPECT_TRUE(round());
  EXPECT_THAT(kept_cases(), ElementsAre("case-1", "case-0"));
}

TEST_F(Collecting, SendsBackWhatIsNoRecordOfThatTrial) {
  report(0, record_of(1));
  results_.results[1] = {.number = 1, .attempt = 1, .record = "{\"no\": \"record\"}"};

  EXPECT_FALSE(round());

  EXPECT_THAT(kept(), IsEmpty());
  EXPECT_THAT(results_.rejected, ElementsAre(0, 1));
  EXPECT_THAT(results_.collected, IsEmpty());
}

TEST_F(Collecting, IgnoresANumberOutsideThePlan) {
  results_.results[7] = {.number = 7, .attempt = 1, .record = dump_json(to_json(record_of(0)))};

  EXPECT_FALSE(round());

  EXPECT_THAT(kept(), IsEmpty());
  EXPECT_THAT(results_.collected, IsEmpty());
}

TEST_F(Collecting, KeepsATrialThatNoWorkerSurvivedAsInvalid) {
  results_.results[0] = {
      .number = 0, .attempt = 3, .record = {}, .reason = "its worker was lost 3 times"};

  round();

  const std::vector<record::Record> records = kept();
  ASSERT_EQ(records.size(), 1U);
  EXPECT_EQ(records.front().verdict.outcome, Outcome::invalid);
  EXPECT_EQ(records.front().fault, record::Fault::harness);
  EXPECT_EQ(records.front().failure, "its worker was lost 3 times");
  EXPECT_EQ(records.front().attempts, 3U);
}

}  // namespace
}  // namespace redcode::distributed
