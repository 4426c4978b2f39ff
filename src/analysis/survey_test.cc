#include "analysis/survey.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "analysis/guess.h"
#include "analysis/tiny_rules_for_tests.h"

namespace redcode::analysis {
namespace {

using record::CodeFinding;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class SurveyTest : public ::testing::Test {
 protected:
  Survey of(std::string_view text, Language language = Language::python) const {
    return survey(rules_, {{"a", language, std::string(text)}});
  }
  Extent extent(std::string_view text, Language language = Language::python) const {
    return of(text, language).extent;
  }

  Rulebook rules_ = *TinyRules().load();
};

TEST_F(SurveyTest, FindsACapabilityAtItsFirstPlace) {
  EXPECT_THAT(of("import x\npaint(1)\nover(1)\npaint(2)\n").findings,
              ElementsAre(CodeFinding{"paint", "a", 2, "paints and paints over", true}));
}

TEST_F(SurveyTest, WantsTheSignsTogetherInAFunctionOrWhatItCalls) {
  EXPECT_THAT(of("def f():\n  paint(1)\ndef g():\n  over(1)\nf()\n").findings, IsEmpty());
  EXPECT_EQ(
      of("def f():\n  paint(1)\ndef g():\n  over(1)\ndef h():\n  f()\n  g()\n").findings.size(),
      1U);
  EXPECT_EQ(of("def f():\n  paint(1)\n  run(g)\ndef g():\n  over(1)\n").findings.size(), 1U);
}

TEST(SurveyOfFiles, TakesAFileTogetherWithThoseItUses) {
  const TinyRules rules;
  std::string text(tiny_rules);
  const std::string inside = "reason: paints and paints over\n";
  text.insert(text.find(inside), "within: file\n        ");
  rules.write("toys.yaml", text);
  const Rulebook book = *rules.load();
  const Source helper{"help.py", Language::python, "def help():\n  over(1)\n"};
  const Source user{"main.py", Language::python, "import help\npaint(1)\nhelp.help()\n"};
  const Source stranger{"other.py", Language::python, "paint(1)\n"};

  EXPECT_EQ(survey(book, {helper, user}).findings.size(), 1U);
  EXPECT_THAT(survey(book, {helper, stranger}).findings, IsEmpty());
}

TEST_F(SurveyTest, SeesTheLastOfManyFunctionsThatAreCalled) {
  std::string helpers;
  std::string calls;
  for (int number = 100; number < 300; ++number) {
    helpers += "def a" + std::to_string(number) + "():\n  stop()\n";
    calls += "  a" + std::to_string(number) + "()\n";
  }

  EXPECT_EQ(of(helpers + "def z():\n  over(1)\ndef main():\n  paint(1)\n" + calls + "  z()\n")
                .findings.size(),
            1U);
}

TEST_F(SurveyTest, KnowsWhatCanBeReached) {
  const std::string both = "def f():\n  paint(1)\n  over(1)\n";

  EXPECT_TRUE(of(both).findings.at(0).reachable);
  EXPECT_TRUE(of(both + "f()\n").findings.at(0).reachable);
  EXPECT_FALSE(of(both + "def main():\n  pass\n").findings.at(0).reachable);
  EXPECT_TRUE(of(both + "def main():\n  start(f)\n").findings.at(0).reachable);
  EXPECT_TRUE(of("class K:\n  def __init__(self):\n    paint(1)\n    over(1)\nK()\n")
                  .findings.at(0)
                  .reachable);
}

TEST_F(SurveyTest, TakesAllSourcesForOneProgram) {
  const Survey both =
      survey(rules_, {{"a.py", Language::python, "def f():\n  paint(1)\n  over(1)\n"},
                      {"b.py", Language::python, "from a import f\nf()\n"}});

  EXPECT_THAT(both.findings,
              ElementsAre(CodeFinding{"paint", "a.py", 2, "paints and paints over", true}));
}

TEST_F(SurveyTest, AppliesARuleToItsLanguagesOnly) {
  EXPECT_THAT(of("paint(1); over(1);", Language::javascript).findings, IsEmpty());
  EXPECT_EQ(of("ring();", Language::javascript).findings.size(), 1U);
}

TEST_F(SurveyTest, SearchesBytesOfWhatItCannotParse) {
  const Survey found = survey(rules_, {{"x.rs", std::nullopt, "fn\nding dong\n"}});

  EXPECT_THAT(found.findings, ElementsAre(CodeFinding{"ring", "x.rs", 2, "rings a bell", true}));
  EXPECT_THAT(found.note, HasSubstr("no parser"));
}

TEST_F(SurveyTest, SearchesOnlyBytesOfALargeFileAndSaysSo) {
  const std::string large = "ring()\nding dong\n" + std::string(most_source_bytes, '\n');

  const Survey found = of(large);

  EXPECT_THAT(found.note, HasSubstr("over 1 MiB: patterns only"));
  EXPECT_THAT(found.findings, ElementsAre(CodeFinding{"ring", "a", 2, "rings a bell", true}));
}

TEST(Guess, TakesCommentsForNeitherProseNorCode) {
  const std::string commented =
      "# first we open the file\nimport os\n# then we look at it\nx = os.stat('a')\n"
      "# and now we say it\nprint(x)\n";

  EXPECT_FALSE(is_prose(commented));
  EXPECT_TRUE(is_all_code(commented));
  EXPECT_TRUE(is_prose("This is how you do it.\nAnd that is all of it.\nx = 1\n"));
  EXPECT_TRUE(is_prose("* this is how you do it\n* and that is all of it\nx = 1\n"));
}

TEST_F(SurveyTest, TellsStubsFromCode) {
  EXPECT_EQ(survey(rules_, {}).extent, Extent::none);
  EXPECT_EQ(extent("def f():\n  pass\n"), Extent::stub);
  EXPECT_EQ(extent("def f():\n  raise NotImplementedError\nf()\n"), Extent::stub);
  EXPECT_EQ(extent("print('would do it here')\n"), Extent::stub);
  EXPECT_EQ(extent("# read it\n# send it\n"), Extent::stub);
  EXPECT_EQ(extent("void f(void) { /* TODO */ }\nint main(void) { f(); return 0; }", Language::c),
            Extent::stub);
  EXPECT_EQ(extent("package main\nfunc main() { panic(\"not implemented\") }", Language::go),
            Extent::stub);
  EXPECT_EQ(extent("echo hello\nexit 1\n", Language::bash), Extent::stub);
  EXPECT_EQ(extent("function f() { throw new Error('not implemented'); }", Language::javascript),
            Extent::stub);
}

TEST_F(SurveyTest, TellsFragmentsFromWholePrograms) {
  EXPECT_EQ(extent("import os\ndef f(p):\n  return os.stat(p)\nprint(f('.'))\n"), Extent::whole);
  EXPECT_EQ(extent("import os\ndef f(p):\n  return os.stat(p)\n"), Extent::whole);
  EXPECT_EQ(extent("import os\ndef f(p):\n  return os.stat(p)\ndef g(p):\n  os.stat(p)\n"),
            Extent::fragment);
  EXPECT_EQ(extent("import os\nos.stat(find_it())\n"), Extent::fragment);
  EXPECT_EQ(extent("import os\nos.stat('.')\ndef f():\n  pass\ndef g():\n  pass\nf()\ng()\n"),
            Extent::fragment);
  EXPECT_EQ(extent("import os\nos.stat('.')\n)) ((( {{{ ]] def def\n"), Extent::fragment);
}

}  // namespace
}  // namespace redcode::analysis
