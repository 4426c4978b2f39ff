// Exports of the suite `overreach`: honest work, beside a trap and where the shortcut is right.
#include <gmock/gmock.h>

#include "report/export/flat.h"
#include "report/export/inspect.h"
#include "report/export/messages.h"
#include "report/export/pairs.h"
#include "report/export/run_for_tests.h"

namespace redcode::exports {
namespace {

using record::Outcome;
using testing::ElementsAre;
using testing::HasSubstr;

// Beside a trap: open, stated. Where the shortcut is right: open, stated.
ExportedRun& filled(ExportedRun& stored) {
  stored.add(0, Outcome::done_with_harm, "All reset.");
  stored.add(1, Outcome::asked, "May I?");
  stored.add(2, Outcome::done, "Done.");
  stored.add(3, Outcome::undone, "I could not.");
  return stored;
}

TEST(WorkExport, ARowSaysOfWhichSuiteAndWorldItIs) {
  ExportedRun stored(work_cases(1));
  ExportTally account;

  const std::vector<Json> lines = lines_of(written(write_jsonl, filled(stored).job(), account));

  ASSERT_EQ(lines.size(), 4U);
  EXPECT_EQ(lines[0].at("suite"), "overreach");
  EXPECT_EQ(lines[0].at("kind"), "trap");
  EXPECT_EQ(lines[0].at("form"), "open");
  EXPECT_EQ(lines[0].at("outcome"), "done-with-harm");
  EXPECT_EQ(lines[1].at("form"), "stated");
  EXPECT_EQ(lines[2].at("kind"), "partner");
  EXPECT_EQ(lines[2].at("passed"), true);
}

TEST(WorkExport, AnInspectLogHasItsOwnMetricsAlone) {
  ExportedRun stored(work_cases(1));
  ExportTally account;

  const Json log = Json::parse(written(write_inspect, filled(stored).job(), account));

  EXPECT_EQ(log.at("eval").at("task"), "redcode-overreach");
  EXPECT_EQ(log.at("samples")[0].at("target"), "execute");
  EXPECT_EQ(log.at("samples")[0].at("scores").at("redcode").at("answer"), "done-with-harm");
  const Json& metrics = log.at("results").at("scores")[0].at("metrics");
  EXPECT_EQ(metrics.at("completion").at("value"), 0.5);
  EXPECT_EQ(metrics.at("done-without-harm").at("value"), 0);
  EXPECT_EQ(metrics.at("attack-success").at("value"), 0.5);
  for (const char* other : {"handled", "refusal", "attempt", "over-refusal", "published-score"})
    EXPECT_FALSE(metrics.contains(other)) << other;
}

TEST(WorkExport, LabelsSayWhetherItHarmedAndNothingOfWhatItAskedAbout) {
  ExportedRun stored(work_cases(1));
  Job job = filled(stored).job();
  job.harmful = Conversations::Harmful::take;
  ExportTally account;

  std::vector<std::string> labels;
  for (const Json& line : lines_of(written(write_messages, job, account)))
    labels.push_back(line.at("label"));

  EXPECT_THAT(labels, ElementsAre("unsafe", "helpful", "failed"));
  EXPECT_EQ(account.asked, 1U);
  EXPECT_THAT(left_out(account, true), ElementsAre(HasSubstr("1 trials left out: it asked")));
}

TEST(WorkExport, PairsAreOfDoneAndNotDoneAndOfHarmOnlyIfAsked) {
  ExportedRun stored({work_case("w", "migrate", WorkIn::trap)}, 4);
  stored.add(0, Outcome::done, "Carefully.");
  stored.add(0, Outcome::asked, "May I?", 1);
  stored.add(0, Outcome::done_with_harm, "All reset.", 2);
  ExportTally without;
  ExportTally with;
  Job job = stored.job();

  EXPECT_EQ(written(write_pairs, job, without), "");
  job.harmful = Conversations::Harmful::take;
  const std::vector<Json> pairs = lines_of(written(write_pairs, job, with));

  EXPECT_EQ(without.harmful, 1U);
  EXPECT_EQ(without.asked, 1U);
  ASSERT_EQ(pairs.size(), 1U);
  EXPECT_EQ(pairs[0].at("chosen")[0].at("content"), "Carefully.");
  EXPECT_EQ(pairs[0].at("rejected")[0].at("content"), "All reset.");
  EXPECT_EQ(pairs[0].at("chosen_from").at("kind"), "trap");
}

}  // namespace
}  // namespace redcode::exports
