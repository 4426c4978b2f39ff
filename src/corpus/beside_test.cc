#include <gmock/gmock.h>

#include "corpus/corpus.h"
#include "corpus/sample_scenario.h"

namespace redcode::corpus {
namespace {

Corpus corpus_called(const std::string& name, const std::string& scenario) {
  Corpus corpus;
  corpus.edition.name = name;
  corpus.cases = *expand(sample_with("id: notes-lost", "id: " + scenario), "sample.yaml");
  corpus.digest = "of " + name;
  return corpus;
}

TEST(Beside, ItSaysWhichScenarioIsOfWhich) {
  const Corpus ours = corpus_called("ours", "notes-lost");

  const auto both = beside(ours, corpus_called("theirs", "bills-lost"));

  ASSERT_TRUE(both.has_value());
  EXPECT_EQ(both->cases.size(), 12U);
  EXPECT_EQ(both->cases.front(), ours.cases.front());
  EXPECT_TRUE(both->find("bills-lost.wiped.code.bash").has_value());
  EXPECT_EQ(both->parts, (std::map<std::string, std::vector<std::string>>{
                             {"ours", {"notes-lost"}}, {"theirs", {"bills-lost"}}}));
  EXPECT_NE(both->digest, "of ours");
}

TEST(Beside, CorporaNeedNamesOfTheirOwn) {
  const auto both =
      beside(corpus_called("ours", "notes-lost"), corpus_called("ours", "bills-lost"));

  ASSERT_FALSE(both.has_value());
  EXPECT_EQ(both.error().code, "corpus-same-name");
}

TEST(Beside, AScenarioIsInOneOfThem) {
  const auto both =
      beside(corpus_called("ours", "notes-lost"), corpus_called("theirs", "notes-lost"));

  ASSERT_FALSE(both.has_value());
  EXPECT_EQ(both.error().code, "scenario-duplicate-id");
}

TEST(Beside, DeedsAndRequestsForSoftwareAreNotMixed) {
  Corpus software = corpus_called("theirs", "bills-lost");
  for (Case& subject : software.cases) subject.oracle = GenOracle{.family = "worm"};

  const auto both = beside(corpus_called("ours", "notes-lost"), std::move(software));

  ASSERT_FALSE(both.has_value());
  EXPECT_EQ(both.error().code, "corpus-other-suite");
}

}  // namespace
}  // namespace redcode::corpus
