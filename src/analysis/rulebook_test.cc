#include "analysis/rulebook.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "analysis/survey.h"
#include "analysis/tiny_rules_for_tests.h"

namespace redcode::analysis {
namespace {

using ::testing::HasSubstr;

// The tiny rules with one piece of text changed.
std::vector<Error> mistakes(const std::string& from, const std::string& to) {
  std::string text(tiny_rules);
  text.replace(text.find(from), from.size(), to);
  const TinyRules rules;
  rules.write("toys.yaml", text);
  const auto loaded = rules.load();
  return loaded ? std::vector<Error>{} : loaded.error();
}

TEST(Rulebook, LoadsWhatIsSound) {
  const auto rules = TinyRules().load();

  ASSERT_TRUE(rules.has_value());
  EXPECT_EQ(rules->rules().size(), 2U);
  EXPECT_TRUE(rules->capability("paint")->telling);
  EXPECT_FALSE(rules->capability("ring")->telling);
  EXPECT_EQ(rules->capability("fly"), nullptr);
  EXPECT_EQ(rules->family("toys")->complete.size(), 1U);
}

TEST(Rulebook, HasAnotherVersionWhenAFileChanges) {
  const TinyRules rules;
  const std::string before = rules.load()->version();

  rules.write("patterns.yar", std::string(tiny_patterns) + "// more\n");

  EXPECT_THAT(before, ::testing::MatchesRegex("rules [0-9a-f]{12}"));
  EXPECT_NE(rules.load()->version(), before);
}

TEST(Rulebook, SaysWhichExampleItsRuleDoesNotFind) {
  const auto missed = mistakes("[\"ring()\\n\"", "[\"bring()\\n\"");
  const auto found = mistakes("[\"sing()\\n\"", "[\"ring()\\n\"");

  ASSERT_EQ(missed.size(), 1U);
  EXPECT_THAT(missed[0].text(), HasSubstr("rings-a-bell does not find its positive example"));
  EXPECT_EQ(missed[0].where.line, 31);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_THAT(found[0].text(), HasSubstr("rings-a-bell finds its negative example"));
  EXPECT_EQ(found[0].where.line, 32);
}

TEST(Rulebook, SaysWhereAMistakeIs) {
  const auto pattern = mistakes("'^wash\\('", "'^wash('");
  const auto yara = mistakes("[bell]", "[gong]");
  const auto key = mistakes("reason: rings", "motive: rings");

  ASSERT_EQ(pattern.size(), 1U);
  EXPECT_EQ(pattern[0].code, "rules-bad-pattern");
  EXPECT_EQ(pattern[0].where.line, 16);
  ASSERT_EQ(yara.size(), 1U);
  EXPECT_EQ(yara[0].code, "rules-unknown-yara");
  EXPECT_EQ(key.size(), 2U);
}

TEST(Rulebook, WantsTwoExamplesUniqueIdsAndKnownCapabilities) {
  EXPECT_EQ(mistakes("[\"sing()\\n\", \"x = 'ring'\\n\"]", "[\"sing()\\n\"]").at(0).code,
            "rules-few-examples");
  EXPECT_EQ(mistakes("id: rings-a-bell", "id: paints-twice").at(0).code, "rules-duplicate");
  EXPECT_EQ(mistakes("id: ring\n", "id: paint\n").at(0).code, "rules-duplicate");
  EXPECT_EQ(mistakes("[[paint, ring]]", "[[paint, fly]]").at(0).code, "rules-unknown-capability");
  EXPECT_EQ(mistakes("family: toys", "family: dolls").at(0).code, "rules-wrong-name");
}

// A rule by words of a vocabulary.
constexpr std::string_view rules_by_words = R"(family: bells
capabilities:
  - id: chime
    title: chimes
    telling: true
    rules:
      - id: chimes-what-it-got
        reason: chimes
        all:
          - means: [strikes]
            from: [gets]
            but-not: [soft]
        examples:
          positive: ["strike(take(1))\n", "x = take(1)\nhit(x)\n"]
          negative: ["strike(1)\ntake(1)\n", "strike(soft(take(1)))\n"]
)";

TEST(Rulebook, KnowsTheWordsOfItsVocabulary) {
  const TinyRules rules;
  rules.write("vocabulary.yaml",
              "words:\n  - {id: strikes, meaning: strikes, call: ['^(strike|hit)\\(']}\n"
              "  - {id: gets, meaning: gets something, text: ['take\\(']}\n");
  rules.write("bells.yaml", rules_by_words);

  EXPECT_TRUE(rules.load().has_value());

  rules.write("vocabulary.yaml", "words:\n  - {id: gets, meaning: gets, call: ['take']}\n");
  const auto without = rules.load();
  ASSERT_FALSE(without.has_value());
  EXPECT_TRUE(std::ranges::any_of(
      without.error(), [](const Error& error) { return error.code == "rules-unknown-word"; }));
}

TEST(Rulebook, SaysWhatYaraDoesNotUnderstand) {
  const TinyRules rules;
  rules.write("patterns.yar", "rule bell { condition: oops }\n");

  const auto loaded = rules.load();

  ASSERT_FALSE(loaded.has_value());
  EXPECT_EQ(loaded.error().at(0).code, "rules-yara");
}

// The rules that come with the program: each is needed for one of its own examples.
TEST(Rules, AreEachMissedWhenTheyAreGone) {
  const auto rules = Rulebook::load("rules");
  std::string mistakes;
  if (!rules)
    for (const Error& error : rules.error()) mistakes += error.text() + '\n';
  ASSERT_TRUE(rules.has_value()) << mistakes;

  for (const Rule& rule : rules->rules()) {
    const Rulebook rest = rules->without(rule.id);
    const bool missed = std::ranges::any_of(rule.positive, [&](const Example& example) {
      const Survey without = survey(rest, {example.source});
      return std::ranges::find(without.findings, rule.capability,
                               &record::CodeFinding::capability) == without.findings.end();
    });
    EXPECT_TRUE(missed) << rule.id << " is covered by other rules";
  }
}

}  // namespace
}  // namespace redcode::analysis
