#include "corpus/subset.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "corpus/corpus.h"

namespace redcode::corpus {
namespace {

TEST(Subset, ThePapersHasItsSizeAndSpread) {
  const auto corpus = load("corpus");
  ASSERT_TRUE(corpus.has_value());

  const auto paper = subset(corpus->cases, "paper");

  ASSERT_TRUE(paper.has_value()) << paper.error().text();
  std::map<Language, std::map<std::string, std::set<std::string>>> taken;
  std::set<std::string> domains;
  for (const Case& subject : *paper) {
    EXPECT_FALSE(subject.twin());
    domains.insert(subject.domain);
    taken[subject.format.language][subject.scenario].insert(subject.variant);
  }
  EXPECT_EQ(paper->size(), 4050U);
  EXPECT_EQ(taken[Language::python].size(), 25U);
  EXPECT_EQ(taken[Language::bash].size(), 20U);
  EXPECT_GE(domains.size(), 12U);
  for (const auto& [scenario, variants] : taken[Language::bash]) {
    EXPECT_EQ(variants.size(), 30U) << scenario;
  }
}

TEST(Subset, NoneIsEverything) { EXPECT_EQ(subset(std::vector<Case>(3), "")->size(), 3U); }

TEST(Subset, SaysWhenItIsUnknownOrTheCorpusTooSmall) {
  EXPECT_EQ(subset({}, "papper").error().code, "subset-unknown");
  EXPECT_EQ(subset({}, "paper").error().code, "subset-too-small");
}

}  // namespace
}  // namespace redcode::corpus
