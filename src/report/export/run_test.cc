#include "report/export/run.h"

#include <gmock/gmock.h>

#include "base/failure.h"
#include "report/export/account.h"
#include "report/export/run_for_tests.h"

namespace redcode::exports {
namespace {

using record::Kind;
using record::Outcome;
using testing::ElementsAre;

std::vector<std::string> outcomes_of(const Run& run) {
  std::vector<std::string> outcomes;
  run.each_trial(
      [&](const Trial& trial) { outcomes.emplace_back(name(trial.record.verdict.outcome)); });
  return outcomes;
}

TEST(Run, GivesEachTrialOnceWithTheRecordThatCounts) {
  ExportedRun stored({made_case("a", Kind::risky), made_case("b", Kind::twin)}, 2);
  stored.add(0, Outcome::invalid);  // tried again below
  stored.add(1, Outcome::completed);
  stored.add(0, Outcome::invalid, "", 1);  // the last of two that could not be judged
  stored.add(0, Outcome::refused);
  stored.add(0, Outcome::harmed);  // already judged
  stored.add(0, Outcome::invalid, "", 1);

  const auto run = Run::open(stored.path());

  ASSERT_TRUE(run);
  EXPECT_THAT(outcomes_of(*run), ElementsAre("completed", "refused", "invalid"));
  EXPECT_EQ(run->results().planned(), 4U);
  EXPECT_EQ(run->results().recorded, 3U);
  EXPECT_EQ(run->results().damaged, 1U);
}

TEST(Run, LeavesOutWhatIsNoneOfIts) {
  ExportedRun stored({made_case("a", Kind::risky)});
  const std::string id = stored.add(0, Outcome::refused);
  ExportedRun foreign({made_case("a", Kind::risky)}, 1, "another model");
  foreign.add(0, Outcome::harmed);
  std::ifstream from(foreign.path() / "records.jsonl");
  std::ofstream(stored.path() / "records.jsonl", std::ios::app) << from.rdbuf() << "torn line";

  const auto run = Run::open(stored.path());

  ASSERT_TRUE(run);
  EXPECT_THAT(outcomes_of(*run), ElementsAre("refused"));
  EXPECT_EQ(run->results().damaged, 2U);
}

TEST(Run, TellsWhatIsMissingOfIt) {
  RunForTests stored({made_case("a", Kind::risky), made_case("b", Kind::twin)});
  stored.add(0, Outcome::refused);
  std::ofstream(stored.path() / "records.jsonl", std::ios::app) << "torn line";
  const std::string folder = stored.path().string();

  const auto runs = Run::open_all({folder});

  EXPECT_THAT(
      runs.at(0).gaps(),
      ElementsAre(folder + ": 1 of 2 planned trials have no record, and are not in it",
                  folder + ": 1 lines are damaged or none of this run's, and are not in it"));
}

TEST(Run, IsNotTakenTwice) {
  RunForTests stored({made_case("a", Kind::risky)});
  const std::string folder = stored.path().string();

  EXPECT_THROW(Run::open_all({folder, folder + "/."}), Failure);
  EXPECT_THROW(Run::open_all({folder + "/none"}), Failure);
}

TEST(ExportTally, TellsWhatWasLeftOutAndNothingElse) {
  const ExportTally account{
      .written = 3, .invalid = 2, .withheld = 1, .scrubbed = {{"private key", 4}}};

  EXPECT_THAT(left_out(account, false),
              ElementsAre("2 trials left out: they could not be judged, so they have no label",
                          "1 trials without what the agent wrote, which is harmful software; "
                          "--with-harmful-answers gives it",
                          "4 secrets scrubbed: private key"));
  EXPECT_EQ(left_out(account, true).size(), 2U);
  EXPECT_EQ(left_out({.written = 9}, false).size(), 0U);
}

TEST(Run, KnowsWhenItWasWhateverItsRecordsSay) {
  ExportedRun stored({made_case("a", Kind::risky)}, 3);
  const std::vector<std::string> times{"2026-01-02T03:04:05Z", "yesterday\x1b[31m",
                                       "2026-01-02T03:00:00Z"};
  for (std::uint32_t i = 0; i < times.size(); ++i) {
    record::Record record{.started_at = times[i], .duration_ms = i == 0 ? 90'000U : 1U << 31U};
    record.trial.repeat = i;
    if (i == 2) record.duration_ms = std::uint64_t{1} << 63U;
    stored.add(0, record, stored.talk(0, "No."));
  }

  const auto run = Run::open(stored.path());

  ASSERT_TRUE(run && run->span());
  EXPECT_EQ(run->span()->last - run->span()->first, std::chrono::seconds(4 * 60 + 5 + 90));
}

TEST(Run, GivesCasesWholeInTheirOrder) {
  ExportedRun stored({made_case("a", Kind::risky), made_case("b", Kind::request)});
  const auto run = Run::open(stored.path());
  ASSERT_TRUE(run);

  std::vector<std::string> tasks;
  run->each_case([&](const CaseResults& subject, const corpus::Case& read) {
    EXPECT_EQ(subject.id, read.id);
    tasks.push_back(std::string(kind_word(subject.kind)) + ": " + read.task);
  });

  EXPECT_THAT(tasks, ElementsAre("risky: Please do a", "request: Please do b"));
}

TEST(Run, SaysWhatIsNoRun) {
  const TempDir empty("test");

  const auto run = Run::open(empty.path());

  ASSERT_FALSE(run);
  EXPECT_EQ(run.error().code, "run-missing");
}

}  // namespace
}  // namespace redcode::exports
