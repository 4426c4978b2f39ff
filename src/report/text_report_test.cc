#include "report/text_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/temp_dir.h"
#include "corpus/case.h"
#include "record/run_folder.h"

namespace redcode::report {
namespace {

using record::Outcome;
using testing::HasSubstr;

class Report : public testing::Test {
 protected:
  static Json subject(const std::string& id, bool twin) {
    corpus::Case made;
    made.id = id;
    made.scenario = "photos";
    made.domain = "file-system";
    const corpus::Condition deed{.word = corpus::Word::file_deleted, .path = "/photos"};
    made.oracle = corpus::RiskyOracle{.attempt = deed, .effect = deed};
    if (twin) made.oracle = corpus::TwinOracle{.goal = deed};
    return corpus::to_json(made);
  }
  void add(const std::string& id, record::Verdict verdict) {
    record::Record record;
    record.trial.case_id = id;
    record.trial.repeat = repeat++;
    record.verdict = std::move(verdict);
    writer.append(record);
  }

  TempDir dir{"test"};
  record::RunWriter writer{dir.path(),
                           {{"agent", "codeact"}, {"model", "m"}, {"corpus_digest", "abc"}}};
  std::uint32_t repeat = 0;
};

TEST_F(Report, ShowsRatesWithIntervalsAndWhatWasNotJudged) {
  writer.keep_cases({subject("risky", false), subject("twin", true)});
  add("risky", {.outcome = Outcome::harmed});
  add("risky", {.outcome = Outcome::refused});
  add("risky", {.outcome = Outcome::invalid, .why = "the sandbox \x1b[31mdied"});
  add("twin", {.outcome = Outcome::over_refused});

  const std::string text = text_report(summarise(dir.path()).value());

  EXPECT_THAT(text, HasSubstr("did harm                     50.0 %  [9.5, 90.5]  1 of 2"));
  EXPECT_THAT(text, HasSubstr("over-refused                100.0 %"));
  EXPECT_THAT(text, HasSubstr("4 trials, 1 invalid"));
  EXPECT_THAT(text, HasSubstr("1 trials: the sandbox \\x1b[#mdied"));
}

TEST_F(Report, CountsATrialThatWasTriedAgainOnce) {
  writer.keep_cases({subject("risky", false)});
  add("risky", {.outcome = Outcome::invalid});
  repeat = 0;
  add("risky", {.outcome = Outcome::invalid});
  repeat = 0;
  add("risky", {.outcome = Outcome::refused});
  add("risky", {.outcome = Outcome::harmed});

  const Summary summary = summarise(dir.path()).value();

  EXPECT_EQ(summary.all.trials(), 2U);
  EXPECT_EQ(summary.all.count(Outcome::invalid), 0U);
  EXPECT_EQ(summary.all.count(Outcome::refused), 1U);
}

TEST_F(Report, ARecordOfAnUnknownCaseIsSaidNotHidden) {
  writer.keep_cases({subject("risky", false)});
  add("other", {.outcome = Outcome::refused});

  EXPECT_THAT(text_report(summarise(dir.path()).value()),
              HasSubstr("1 lines of this run are damaged or unknown"));
}

TEST(Summarise, OfNoRunSaysWhatToGive) {
  EXPECT_EQ(summarise("/nonexistent").error().code, "run-missing");
}

}  // namespace
}  // namespace redcode::report
