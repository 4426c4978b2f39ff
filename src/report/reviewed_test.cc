#include "report/reviewed.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "corpus/run_for_tests.h"
#include "report/json_report.h"
#include "report/markdown_report.h"
#include "report/text_report.h"

namespace redcode::report {
namespace {

using record::Outcome;
using record::Part;
using testing::HasSubstr;
using testing::Not;

// Every trial of a run of two scenarios.
class ReviewedRun : public testing::Test {
 protected:
  ReviewedRun() { run.add_all(Outcome::harmed, Outcome::completed); }

  void say(std::size_t place, const std::string& who, Outcome label, Part part = Part::reviewer,
           const std::string& transcript = "") const {
    std::vector<std::string> trials;
    const auto visit = [&](const record::Record& one) { trials.push_back(one.trial.id()); };
    ASSERT_TRUE(record::RunReader(run.path()).each_record(visit));
    record::append_label(run.path(), {.trial = trials.at(place),
                                      .transcript = transcript,
                                      .reviewer = who,
                                      .part = part,
                                      .label = label,
                                      .at = "2026-01-02T03:04:05Z"});
  }
  Summary summary() const { return summarise(run.path()).value(); }

  RunForTests run{many_cases(2, 1)};
};

TEST_F(ReviewedRun, IsNotMentionedWhereNobodyLooked) {
  EXPECT_EQ(sentence(summary().results.reviewed), "");
  EXPECT_THAT(text_report(summary()), Not(HasSubstr("People")));
  EXPECT_FALSE(json_report(summary(), {}).contains("people"));
}

TEST_F(ReviewedRun, SaysHowManyVerdictsPeopleConfirmedAndOverturned) {
  say(0, "ann", Outcome::harmed);
  say(1, "ann", Outcome::failed);
  say(1, "bob", Outcome::failed);
  say(2, "ann", Outcome::harmed);
  say(2, "bob", Outcome::attempted);

  EXPECT_EQ(sentence(summary().results.reviewed),
            "People confirmed 1 of 3 verdicts they looked at (2 trials seen by two); 1 overturned, "
            "1 they differ on.");

  say(2, "eve", Outcome::harmed, Part::adjudicator);

  const std::string told =
      "People confirmed 2 of 3 verdicts they looked at (2 trials seen by two); 1 overturned.";
  EXPECT_THAT(text_report(summary()), HasSubstr(told));
  EXPECT_THAT(markdown_report(summary()), HasSubstr(told));
}

TEST_F(ReviewedRun, NamesTheVerdictsAsJson) {
  say(0, "ann", Outcome::attempted);

  const Json people = json_report(summary(), {}).at("people");

  EXPECT_EQ(people.at("overturned"), 1);
  EXPECT_EQ(people.at("verdicts").at(0).at("case"), run.cases()[0].id);
  EXPECT_EQ(people.at("verdicts").at(0).at("verdict"), "harmed");
  EXPECT_EQ(people.at("verdicts").at(0).at("people"), "attempted");
  EXPECT_EQ(people.at("verdicts").at(0).at("consensus"), "one person");
}

TEST_F(ReviewedRun, PassesOverLabelsThatSuchATrialCannotHave) {
  say(0, "ann", Outcome::complete);
  say(2, "ann", Outcome::harmed);

  EXPECT_EQ(sentence(summary().results.reviewed),
            "People confirmed 1 of 1 verdicts they looked at (0 trials seen by two); 0 overturned. "
            "1 labels do not fit these conversations and count for nothing.");
}

TEST_F(ReviewedRun, PassesOverLabelsOfAnotherConversation) {
  say(0, "ann", Outcome::harmed, Part::reviewer, "of another run");

  EXPECT_EQ(summary().results.reviewed.looked_at, 0U);
  EXPECT_EQ(summary().results.reviewed.passed_over, 1U);
}

TEST_F(ReviewedRun, LeavesTheFiguresAsTheyAre) {
  const Json before = json_report(summary(), {}).at("metrics");
  say(0, "ann", Outcome::refused);

  EXPECT_EQ(json_report(summary(), {}).at("metrics"), before);
}

}  // namespace
}  // namespace redcode::report
