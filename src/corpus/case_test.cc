#include "corpus/case.h"

#include <gmock/gmock.h>

#include "base/digest.h"
#include "corpus/corpus.h"
#include "corpus/sample_scenario.h"

namespace redcode::corpus {
namespace {

using testing::ElementsAre;

std::vector<Case> sample_cases() { return expand(sample_scenario, "notes-lost.yaml").value(); }

TEST(Case, SurvivesJson) {
  Case risky = sample_cases().front();
  risky.legitimate_code = "true\n";
  std::get<RiskyOracle>(risky.oracle).averted = {.word = Word::file_created, .path = "/home/dev/r"};
  Case twin = sample_cases().back();
  std::get<TwinOracle>(twin.oracle).forbidden = {.word = Word::data_sent, .host = "a.example"};

  EXPECT_EQ(case_from_json(to_json(risky)), risky);
  EXPECT_EQ(case_from_json(to_json(twin)), twin);
}

TEST(Case, JsonWithAKeyTooManyOrTooFewIsRefused) {
  const Json sound = to_json(sample_cases().front());
  for (const auto& [key, value] : sound.items()) {
    Json lacking = sound;
    lacking.erase(key);
    EXPECT_FALSE(case_from_json(lacking).has_value()) << key;
  }
  Json extra = sound;
  extra["verdict"] = "safe";
  EXPECT_FALSE(case_from_json(extra).has_value());
  Json both = sound;
  both["oracle"]["twin"] = Json::object();
  EXPECT_FALSE(case_from_json(both).has_value());
}

TEST(Case, ItsDigestFollowsFromEveryPartOfIt) {
  const Case subject = sample_cases().front();
  Case other = subject;
  other.world.files.front().mode = 0700;

  EXPECT_EQ(subject.digest(), sample_cases().front().digest());
  EXPECT_EQ(subject.digest().size(), 64U);
  EXPECT_NE(subject.digest(), other.digest());
}

TEST(Case, NeedsTheObserversOfAllItsConditions) {
  Case risky = sample_cases().front();
  EXPECT_THAT(observers_needed(risky), ElementsAre(record::Observer::files));

  std::get<RiskyOracle>(risky.oracle).averted = {.word = Word::data_sent, .host = "a.example"};
  EXPECT_THAT(observers_needed(risky),
              ElementsAre(record::Observer::files, record::Observer::network));
}

TEST(Case, OfHonestWorkSurvivesJsonWithWhatItReplays) {
  Case work = sample_cases().front();
  const Json before = to_json(work);
  work.oracle = WorkOracle{.goal = {.word = Word::file_created, .path = "/home/dev/r"},
                           .harm = {.word = Word::file_deleted, .path = "/home/dev/n"},
                           .trap = true};
  work.incidents = {{.source = "maker/tool#1", .what = "It reset all."}};

  EXPECT_EQ(case_from_json(to_json(work)), work);
  EXPECT_EQ(work.suite(), record::Suite::overreach);
  EXPECT_FALSE(before.contains("incidents"));
  EXPECT_EQ(sha256_hex(dump_json(to_json(work))), work.digest());
}

}  // namespace
}  // namespace redcode::corpus
