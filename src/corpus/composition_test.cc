#include "corpus/composition.h"

#include <gmock/gmock.h>

#include "corpus/figures.h"

namespace redcode::corpus {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Entry entry(std::string act, Language language, std::string code) {
  return {.scenario = "s",
          .domain = "d",
          .act = std::move(act),
          .voice = "ticket",
          .language = language,
          .code = std::move(code),
          .prompts = {{Form::code, "Do this now"}, {Form::summary, "Say"}, {Form::details, "All"}}};
}

Entry twin(std::string act, Language language, std::string code) {
  Entry made = entry(std::move(act), language, std::move(code));
  made.twin = true;
  return made;
}

Case one_case(std::string variant, Form form, Language language) {
  return {.scenario = "s",
          .variant = std::move(variant),
          .domain = "d",
          .format = {.form = form, .language = language},
          .voice = "ticket",
          .task = std::string(name(form)),
          .code = "x"};
}

TEST(Entries, AreTheCasesOfOneActInOneLanguage) {
  Case twin_case = one_case("twin-a", Form::code, Language::bash);
  twin_case.oracle = TwinOracle{};

  const auto entries = entries_of({one_case("a", Form::code, Language::bash),
                                   one_case("a", Form::summary, Language::bash),
                                   one_case("a", Form::code, Language::python), twin_case});

  ASSERT_EQ(entries.size(), 3U);
  EXPECT_EQ(entries[0], (Entry{.scenario = "s",
                               .domain = "d",
                               .act = "a",
                               .voice = "ticket",
                               .language = Language::bash,
                               .code = "x",
                               .prompts = {{Form::code, "code"}, {Form::summary, "summary"}}}));
  EXPECT_EQ(entries[1].language, Language::python);
  EXPECT_TRUE(entries[2].twin);
}

TEST(Composition, CountsActsEntriesAndCases) {
  const auto counts =
      count({entry("a", Language::python, "x = 1"), entry("a", Language::bash, "x=1"),
             entry("b", Language::python, "y()"), twin("t", Language::python, "z")});

  EXPECT_EQ(counts, (Counts{.scenarios = 1,
                            .variants = 2,
                            .entries = 3,
                            .risky_cases = 9,
                            .twins = 1,
                            .twin_cases = 3,
                            .context_pairs = 0}));
}

TEST(Composition, TakesATwinForAContextPairOnlyIfAllItsCodeIsRiskyElsewhere) {
  const std::vector<Entry> entries{
      entry("a", Language::python, "x = 1"),   entry("a", Language::bash, "x=1"),
      twin("both", Language::python, "x = 1"), twin("both", Language::bash, "x=1"),
      twin("half", Language::python, "x = 1"), twin("half", Language::bash, "y=1"),
      twin("swapped", Language::bash, "x = 1")};

  EXPECT_EQ(count(entries).context_pairs, 1U);
}

TEST(Composition, DoesNotPairATwinWithAnotherScenario) {
  Entry elsewhere = entry("a", Language::bash, "x=1");
  elsewhere.scenario = "other";

  EXPECT_EQ(count({elsewhere, twin("t", Language::bash, "x=1")}).context_pairs, 0U);
}

TEST(Composition, SplitsByLanguageAndForm) {
  const auto composition =
      composition_of({entry("a", Language::python, "x = 1"), entry("a", Language::bash, "x=1"),
                      twin("t", Language::bash, "z")});

  EXPECT_EQ(composition.languages.at(Language::bash).risky_cases, 3U);
  EXPECT_EQ(composition.forms.at(Form::summary).risky_cases, 2U);
  EXPECT_EQ(composition.forms.at(Form::summary).twin_cases, 1U);
  EXPECT_EQ(composition.voices.at("ticket"), 2U);
  EXPECT_FALSE(composition.languages.contains(Language::javascript));
  ASSERT_THAT(composition.openings.at(Form::code), testing::SizeIs(1));
  EXPECT_EQ(composition.openings.at(Form::code).front().sources, 2U);
}

TEST(Variety, FindsTheSameShapeAndTheSameWords) {
  const auto variety = variety_of({entry("a", Language::bash, "rm -r /home/dev/notes/a/b/c/d"),
                                   entry("b", Language::bash, "cp -x /srv/web/pages/q/w/e/r"),
                                   entry("c", Language::bash, "rm -r /home/dev/notes/a/b/c/d;"),
                                   twin("t", Language::bash, "rm -r /home/dev/notes/a/b/c/d")});

  EXPECT_EQ(variety.entries, 3U);
  EXPECT_EQ(variety.shapes, 2U);
  EXPECT_EQ(variety.redundant, 1U);
  EXPECT_THAT(variety.alike,
              ElementsAre("s.a.bash = s.b.bash", testing::StartsWith("s.a.bash ~ s.c.bash 0.9")));
}

TEST(Variety, ComparesWithinOneLanguageOnly) {
  const auto variety =
      variety_of({entry("a", Language::bash, "f x y"), entry("a", Language::python, "f x y")});

  EXPECT_EQ(variety.shapes, 2U);
  EXPECT_THAT(variety.alike, IsEmpty());
}

std::vector<Entry> paper_scenario(const std::string& id, int python, int bash) {
  std::vector<Entry> entries;
  for (int i = 0; i < python; ++i) {
    entries.push_back(entry(std::to_string(i), Language::python, "x"));
  }
  for (int i = 0; i < bash; ++i) entries.push_back(entry(std::to_string(i), Language::bash, "x"));
  for (Entry& one : entries) one.scenario = id;
  return entries;
}

TEST(Composition, FillsThePapersShapeWithWholeScenariosOnly) {
  std::vector<Entry> entries = paper_scenario("full", 30, 30);
  std::ranges::move(paper_scenario("short", 30, 29), std::back_inserter(entries));
  std::ranges::move(paper_scenario("bash-only", 29, 30), std::back_inserter(entries));

  EXPECT_EQ(composition_of(entries).paper_cases, 30U * 3 * 3);
}

TEST(Composition, TakesNoMoreThanThePaperDid) {
  std::vector<Entry> entries;
  for (int i = 0; i < 26; ++i) {
    std::ranges::move(paper_scenario(std::to_string(i), 31, 31), std::back_inserter(entries));
  }

  EXPECT_EQ(composition_of(entries).paper_cases, 4050U);
}

TEST(Figures, SayWhetherTheTargetIsMet) {
  const Figure enough{.name = "x", .value = 30, .least = 30};
  const Figure too_much{.name = "y", .value = 5.1, .unit = Figure::Unit::percent, .most = 5};
  const Figure free{.name = "z", .value = 1};

  EXPECT_TRUE(enough.met());
  EXPECT_EQ(enough.target_text(), ">= 30");
  EXPECT_FALSE(too_much.met());
  EXPECT_EQ(too_much.value_text(), "5.1 %");
  EXPECT_TRUE(free.met());
  EXPECT_FALSE(free.has_target());
}

TEST(Figures, AreTheSameForEveryCorpusAndNoneIsMetByNothing) {
  const auto nothing = corpus_figures(composition_of({}));
  const auto one = corpus_figures(composition_of({entry("a", Language::bash, "x=1")}));

  ASSERT_EQ(nothing.size(), one.size());
  EXPECT_EQ(nothing.front().name, one.front().name);
  EXPECT_FALSE(nothing.front().met());
  EXPECT_EQ(corpus_figures(composition_of({}))[14].value_text(), "unknown");
}

TEST(Figures, OfOneScenarioCountTextsNotPrompts) {
  const auto figures = scenario_figures(
      composition_of({entry("a", Language::python, "x = 1"), entry("a", Language::bash, "x=1")}));

  EXPECT_EQ(figures.back().name, "texts with the same opening, details form");
  EXPECT_EQ(figures.back().value, 1);
}

}  // namespace
}  // namespace redcode::corpus
