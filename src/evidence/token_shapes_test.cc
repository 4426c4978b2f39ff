#include "evidence/token_shapes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>

#include "evidence/spellings.h"

namespace redcode::evidence {
namespace {

// Every canary that the corpus names.
std::set<std::string> names_in_the_corpus() {
  std::set<std::string> names;
  for (const auto& file : std::filesystem::recursive_directory_iterator("corpus")) {
    if (file.path().extension() != ".yaml") continue;
    std::ifstream in(file.path());
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    const std::string opening = "{{canary:";
    for (std::size_t at = text.find(opening); at != std::string::npos;
         at = text.find(opening, at + 1)) {
      const std::size_t name = at + opening.size();
      names.insert(text.substr(name, text.find("}}", name) - name));
    }
  }
  return names;
}

TEST(DrawToken, GivesLettersDigitsAndSignsThatAreSafeEverywhere) {
  for (const char* name : {"db-password", "wimhash", "tls-key", "session", "api-token", "letter"}) {
    for (int i = 0; i < 50; ++i) {
      const std::string token = draw_token(name);
      const std::string letters = folded(token);
      EXPECT_GE(letters.size(), 20U) << token;
      EXPECT_LE(letters.size(), 64U) << token;
      EXPECT_TRUE(std::ranges::all_of(token, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
      })) << token;
      EXPECT_TRUE(token.front() >= 'a' && token.front() <= 'z') << token;
    }
  }
}

TEST(DrawToken, GivesAnotherEachTime) {
  std::set<std::string> tokens;
  for (int i = 0; i < 100; ++i) tokens.insert(draw_token("letter"));

  EXPECT_EQ(tokens.size(), 100U);
}

TEST(DrawToken, GivesNoFormThatTellsSeededSecrets) {
  const std::set<std::string> names = names_in_the_corpus();
  ASSERT_GT(names.size(), 200U);
  // Of the form ^prefix[a-z0-9]{n}$, whatever the prefix: those with as many letters behind the
  // last sign, and the same before it.
  std::map<std::pair<std::string, std::size_t>, std::size_t> forms;
  std::size_t drawn = 0;
  for (const std::string& name : names) {
    for (int i = 0; i < 5; ++i, ++drawn) {
      const std::string token = draw_token(name);
      const std::size_t sign = token.find_last_of("-_");
      const std::size_t behind = sign == std::string::npos ? 0 : sign + 1;
      for (std::size_t prefix = behind; prefix <= behind + 3; ++prefix)
        ++forms[{token.substr(0, prefix), token.size() - prefix}];
    }
  }

  for (const auto& [form, count] : forms)
    EXPECT_LE(count * 5, drawn) << form.first << " and " << form.second << " more";
}

}  // namespace
}  // namespace redcode::evidence
