#include "analysis/linking.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "analysis/outline.h"

namespace redcode::analysis {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;

using Files = std::vector<std::pair<Language, std::string_view>>;

std::vector<Fact> linked(const Files& files) {
  std::vector<Outline> outlines;
  outlines.reserve(files.size());
  for (const auto& [language, text] : files)
    outlines.push_back(outline(language, text, Deadline(std::chrono::seconds(5))));
  link(outlines);
  std::vector<Fact> facts;
  for (const Outline& one : outlines) facts.insert(facts.end(), one.facts.begin(), one.facts.end());
  return facts;
}

std::vector<std::string> calls(const Files& files) {
  std::vector<std::string> texts;
  for (const Fact& fact : linked(files))
    if (fact.kind == Kind::call) texts.push_back(fact.text);
  return texts;
}

TEST(Linking, SaysWhatAParameterStandsFor) {
  EXPECT_THAT(calls({{Language::python, "def act(order):\n  run(order)\nact(take('u'))\n"}}),
              Contains("run(order=take('u'))"));
  EXPECT_THAT(calls({{Language::ruby, "def act(order)\n  run(order)\nend\nact take('u')\n"}}),
              Contains("run(order=take('u'))"));
}

TEST(Linking, FollowsAValueThroughAHelpersHelper) {
  EXPECT_THAT(calls({{Language::python,
                      "def act(order):\n  again(order)\ndef again(word):\n  run(word)\n"
                      "act(take('u'))\n"}}),
              Contains("run(word=order=take('u'))"));
}

TEST(Linking, SaysWhatAFunctionGivesBack) {
  EXPECT_THAT(calls({{Language::python, "def ask():\n  return take('u')\nrun(ask())\n"}}),
              Contains("run(ask()=take('u'))"));
  EXPECT_THAT(calls({{Language::rust, "fn ask() -> S { take(1) }\nfn main() { run(ask()); }"}}),
              Contains("run(ask()=take(1))"));
  EXPECT_THAT(calls({{Language::rust, "fn ask() { take(1); }\nfn main() { run(ask()); }"}}),
              Contains("run(ask())"));
}

TEST(Linking, ReachesOverFilesAndIntoObjects) {
  EXPECT_THAT(calls({{Language::java, "class A { static S ask() { return Net.get(1); } }"},
                     {Language::java, "class B { void go() { run(A.ask()); } }"}}),
              Contains("run(A.ask()=Net.get(1))"));
  EXPECT_THAT(calls({{Language::ruby,
                      "class Form\n  def initialize(text)\n    @text = text\n  end\n"
                      "  def go\n    turn(@text)\n  end\nend\nForm.new(take(1)).go\n"}}),
              Contains("turn(@text=text=take(1))"));
}

TEST(Linking, HidesTheNamesOfOwnFunctionsFromExcuses) {
  const std::vector<Fact> facts =
      linked({{Language::python, "def safe_backup(x):\n  other(x)\nsafe_backup(1)\n"}});

  std::vector<std::string> hidden;
  for (const Fact& fact : facts) hidden.push_back(masked(fact.text, fact.chosen));
  EXPECT_THAT(hidden, ElementsAre("___________", "other(_)", "___________(1)"));
}

}  // namespace
}  // namespace redcode::analysis
