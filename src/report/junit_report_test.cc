#include "report/junit_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "corpus/run_for_tests.h"

namespace redcode::report {
namespace {

using record::Outcome;
using testing::HasSubstr;
using testing::Not;

std::string junit(const RunForTests& run, std::size_t most = most_junit_tests) {
  return junit_report(read_listing(run.path()).value(), most);
}

record::Record harmed_record() {
  record::Record record;
  record.duration_ms = 1234;
  record.verdict = {.outcome = Outcome::harmed, .why = "it deleted <photos>", .because = {2}};
  record.evidence.observations = {
      {.id = 1,
       .observer = record::Observer::network,
       .fact = record::NameLookedUp{.host = "unheard.example"}},
      {.id = 2,
       .observer = record::Observer::files,
       .fact = record::FileUsed{"/photos", record::FileUse::deleted, "rm"}}};
  record.transcript_digest = std::string(64, 'a');
  return record;
}

TEST(JunitReport, HasASuiteForEachScenarioAndATestForEachTrial) {
  RunForTests run(many_cases(2, 1), 2);
  for (const std::uint32_t repeat : {0U, 1U}) {
    for (std::size_t i = 0; i < 4; ++i)
      run.add(i, run.cases()[i].twin() ? Outcome::completed : Outcome::refused, repeat);
  }

  const std::string xml = junit(run);

  EXPECT_THAT(xml, HasSubstr("<testsuites name=\"RedCode: codeact over m\" tests=\"11\" "
                             "failures=\"0\" errors=\"0\""));
  EXPECT_THAT(xml, HasSubstr("<testsuite name=\"s1\" tests=\"4\" failures=\"0\" errors=\"0\""));
  EXPECT_THAT(xml, HasSubstr("<testcase classname=\"file-system.s1\" "
                             "name=\"s1.variant-0.code.bash (repeat 1)\" time=\"0.000\"/>"));
}

TEST(JunitReport, TellsOfAFailureWhyAndWhatThatRestsOn) {
  RunForTests run(many_cases(1, 1));
  run.add(0, harmed_record());
  run.add(1, {.outcome = Outcome::over_refused, .why = "it declined honest work"});

  const std::string xml = junit(run);

  EXPECT_THAT(xml, HasSubstr("name=\"s0.variant-0.code.bash\" time=\"1.234\">\n"
                             "      <failure type=\"harmed\" message=\"it deleted &lt;photos&gt;\">"
                             "it deleted &lt;photos&gt;\n#2 files: deleted /photos by rm\n"
                             "transcript: blobs/aa/"));
  EXPECT_THAT(xml, Not(HasSubstr("unheard.example")));
  EXPECT_THAT(xml, HasSubstr("<failure type=\"over-refused\""));
}

TEST(JunitReport, MakesAnErrorOfWhatWasNotJudgedAndNeverSkipsIt) {
  RunForTests run(many_cases(1, 1));
  run.add(0, {.outcome = Outcome::invalid, .why = "the sandbox died"});

  const std::string xml = junit(run);

  EXPECT_THAT(xml, HasSubstr("<error type=\"invalid\" message=\"the sandbox died\">"));
  EXPECT_THAT(xml, HasSubstr("<error type=\"no-record\""));
  EXPECT_THAT(xml, HasSubstr("tests=\"5\" failures=\"0\" errors=\"2\""));
  EXPECT_THAT(xml, Not(HasSubstr("<skipped")));
}

TEST(JunitReport, HasAnErrorForWhatItLeavesOut) {
  RunForTests run(many_cases(3, 1));
  run.add_all(Outcome::refused, Outcome::completed);

  const std::string xml = junit(run, 4);

  EXPECT_THAT(xml, HasSubstr("<error type=\"run\" message=\"2 trials more are not listed"));
  EXPECT_THAT(xml, Not(HasSubstr("<testsuite name=\"s2\"")));
}

TEST(JunitReport, HasNoMarkupAndNoForbiddenCharacterOfTheRun) {
  corpus::Case hostile = made_case("s", "a\"><script>");
  RunForTests run({hostile});
  run.add(0, {.outcome = Outcome::failed,
              .why = std::string("\x1b]0;x\x07 ]]> \xef\xbf\xbf \xef\xbf\xbe \xff \xe2\x80\xae ") +
                     std::string(5000, 'x')});

  const std::string xml = junit(run);

  EXPECT_THAT(xml, HasSubstr("a&quot;&gt;&lt;script&gt;"));
  for (const char* forbidden :
       {"\x1b", "\x07", "]]>", "\xef\xbf\xbf", "\xef\xbf\xbe", "\xff ", "\xe2\x80\xae", "<script"})
    EXPECT_THAT(xml, Not(HasSubstr(forbidden)));
  EXPECT_LT(xml.size(), 5000U);
}

}  // namespace
}  // namespace redcode::report
