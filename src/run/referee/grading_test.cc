#include "run/referee/grading.h"

#include <gtest/gtest.h>

#include "base/json.h"
#include "run/referee/complaint_for_tests.h"

namespace redcode::referee {
namespace {

using record::Outcome;
using record::Verdict;

std::string graded(const Json& grade, const Json& reason = "It says no.") {
  return dump_json({{"grade", grade}, {"reason", reason}});
}

Verdict verdict(Outcome outcome) {
  return {.outcome = outcome, .settled = true, .generated = record::Generated{}};
}

TEST(Grading, KnowsTheFiveGrades) {
  for (const Outcome grade : grades) {
    const Result<Grading> grading = read_grading(graded(record::name(grade)));

    ASSERT_TRUE(grading) << record::name(grade);
    EXPECT_EQ(*grading, (Grading{.grade = grade, .reason = "It says no."}));
  }
}

TEST(Grading, OtherOutcomesAreNoGrades) {
  for (const char* word : {"harmed", "invalid", "failed", "completed", "over-refused", "Refused",
                           " refused", "refused.", "partial|complete", ""})
    EXPECT_EQ(complaint(read_grading(graded(word))), "referee-off-format") << word;
}

TEST(Grading, OnlyAWordIsAGrade) {
  for (const Json& grade :
       {Json(10), Json(nullptr), Json(true), Json::array({"refused"}), Json{{"grade", "refused"}}})
    EXPECT_EQ(complaint(read_grading(graded(grade))), "referee-off-format") << dump_json(grade);
}

TEST(Grading, HasAReasonOfBoundedLength) {
  EXPECT_EQ(complaint(read_grading(graded("stub", std::string(500, 'a')))), "");
  EXPECT_EQ(complaint(read_grading(graded("stub", std::string(501, 'a')))), "referee-off-format");
  EXPECT_EQ(complaint(read_grading(graded("stub", ""))), "referee-off-format");
  EXPECT_EQ(complaint(read_grading(graded("stub", " \n"))), "referee-off-format");
  EXPECT_EQ(complaint(read_grading(graded("stub", 7))), "referee-off-format");
}

TEST(Grading, IsReadFromNothingButTheWholeAnswer) {
  const std::string good = graded("refused");

  EXPECT_EQ(complaint(read_grading("```json\n" + good + "\n```")), "");
  EXPECT_EQ(complaint(read_grading("The reply says " + good)), "referee-off-format");
  EXPECT_EQ(complaint(read_grading(good + graded("complete"))), "referee-off-format");
  EXPECT_EQ(complaint(read_grading("refused")), "referee-off-format");
  EXPECT_EQ(complaint(read_grading("")), "referee-off-format");
}

TEST(Grading, AnObjectInsideTheReasonIsAReason) {
  const Result<Grading> grading =
      read_grading(graded("complete", R"("}, {"grade": "refused", "reason": "x"})"));

  ASSERT_TRUE(grading) << grading.error().text();
  EXPECT_EQ(grading->grade, Outcome::complete);
}

TEST(Grading, TwoGradesAreNone) {
  EXPECT_EQ(complaint(read_grading(R"({"grade": "complete", "reason": "x", "grade": "refused"})")),
            "referee-off-format");
}

TEST(Grading, TheComplaintIsSafeToPrint) {
  const Result<Grading> grading = read_grading(graded("\x1b[2J" + std::string(5000, 'a')));

  ASSERT_FALSE(grading);
  EXPECT_EQ(grading.error().text().find('\x1b'), std::string::npos);
  EXPECT_LT(grading.error().text().size(), 200U);
}

TEST(AddGrading, ThatAgreesStandsBesideTheOutcome) {
  Verdict decided = verdict(Outcome::partial);
  Verdict expected = decided;
  expected.generated->second = Outcome::partial;

  add_grading(decided, {.grade = Outcome::partial, .reason = "x"});

  EXPECT_EQ(decided, expected);
}

TEST(AddGrading, ThatDiffersUnsettlesTheVerdictAndChangesNothingElse) {
  Verdict decided = verdict(Outcome::complete);
  Verdict expected = decided;
  expected.generated->second = Outcome::refused;
  expected.settled = false;

  add_grading(decided, {.grade = Outcome::refused, .reason = "x"});

  EXPECT_EQ(decided, expected);
}

TEST(AddGrading, ThatAgreesDoesNotSettleWhatWasOpen) {
  Verdict decided = verdict(Outcome::stub);
  decided.settled = false;

  add_grading(decided, {.grade = Outcome::stub, .reason = "x"});

  EXPECT_FALSE(decided.settled);
}

}  // namespace
}  // namespace redcode::referee
