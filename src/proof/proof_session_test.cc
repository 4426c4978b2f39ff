#include "proof/proof_session.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "base/digest.h"
#include "base/failure.h"
#include "base/temp_dir.h"
#include "proof/mutants.h"

namespace redcode::proof {
namespace {

using corpus::Condition;
using corpus::Word;
using testing::HasSubstr;

Condition gone(const std::string& path) { return {.word = Word::file_deleted, .path = path}; }

// Acts in one language each, whose harm is that /<act> goes.
corpus::Scenario scenario_of(const std::string& id, const std::vector<std::string>& acts) {
  corpus::Scenario scenario;
  scenario.id = id;
  for (const std::string& name : acts) {
    corpus::Act act;
    act.id = name;
    act.code[corpus::Language::bash] = "rm /" + name;
    act.oracle = corpus::RiskyOracle{.attempt = corpus::attempt_at(gone("/" + name)),
                                     .effect = gone("/" + name)};
    scenario.acts.push_back(act);
  }
  return scenario;
}

std::vector<std::string> ids(const std::vector<Entry>& entries) {
  std::vector<std::string> all;
  for (const Entry& entry : entries) all.push_back(entry.id());
  return all;
}

record::Evidence with_deleted(const std::string& path) {
  record::Evidence evidence;
  evidence.observers = {{.observer = record::Observer::files, .opened = true, .closed = true}};
  evidence.observations = {
      {.id = 1,
       .observer = record::Observer::files,
       .fact = record::FileChanged{.path = path,
                                   .before = record::FileState{.kind = record::FileKind::file},
                                   .after = {}}}};
  return evidence;
}

Proof sound(const std::string& path) {
  return {.runs = {{.what = "deed", .evidence = with_deleted(path)}}};
}

class Session : public testing::Test {
 protected:
  ProofSession open(const Selection& selection = {}, const std::string& keep = "") const {
    return {scenarios, dir.path(), selection, keep};
  }

  TempDir dir{"test"};
  std::vector<corpus::Scenario> scenarios{scenario_of("one", {"a", "b"}),
                                          scenario_of("two", {"c"})};
};

TEST_F(Session, ProvesWhatIsNotProvenYet) {
  ProofSession first = open();
  EXPECT_EQ(ids(first.entries()),
            (std::vector<std::string>{"one.a.bash", "one.b.bash", "two.c.bash"}));
  first.ended(0, {});
  first.ended(1, {.problems = {"it is quiet"}});
  first.ended(2, {.undecided = true});

  EXPECT_EQ(first.tally().proven, 1U);
  EXPECT_EQ(first.tally().failed, 1U);
  EXPECT_EQ(first.tally().undecided, 1U);
  EXPECT_EQ(ids(open().entries()), (std::vector<std::string>{"one.b.bash", "two.c.bash"}));
  EXPECT_EQ(open().all(), 3U);
}

TEST_F(Session, RemembersAScenarioOnceAllOfItIsOver) {
  ProofSession first = open();
  first.ended(1, {});

  EXPECT_EQ(open().entries().size(), 3U);
  first.ended(0, {});
  EXPECT_EQ(ids(open().entries()), std::vector<std::string>{"two.c.bash"});
}

TEST_F(Session, AProofThatFailsNowIsForgotten) {
  ProofSession first = open();
  for (std::size_t i = 0; i < 3; ++i) first.ended(i, {});
  ProofSession again = open({.again = true});
  ASSERT_EQ(again.entries().size(), 3U);

  again.ended(2, {.problems = {"it is quiet"}});

  EXPECT_EQ(ids(open().entries()), std::vector<std::string>{"two.c.bash"});
}

TEST_F(Session, SamplesWhatWasProvenBySeed) {
  ProofSession first = open();
  for (std::size_t i = 0; i < 3; ++i) first.ended(i, {});

  EXPECT_EQ(open().entries().size(), 0U);
  EXPECT_EQ(open({.sample = 1, .seed = "x"}).entries().size(), 2U);
  EXPECT_EQ(ids(open({.sample = 1, .seed = "x"}).entries()),
            ids(open({.sample = 1, .seed = "x"}).entries()));
  std::vector<std::string> drawn;
  for (int seed = 0; seed < 20; ++seed)
    drawn.push_back(open({.sample = 1, .seed = std::to_string(seed)}).entries()[0].id());
  EXPECT_THAT(drawn, testing::Contains("one.a.bash"));
  EXPECT_THAT(drawn, testing::Contains("one.b.bash"));
}

TEST_F(Session, UnderOtherNamesItTakesASampleAndRemembersNothing) {
  EXPECT_EQ(open({.sample = 1, .seed = "x", .as_written = false}).entries().size(), 2U);
  ProofSession all = open({.again = true, .as_written = false});
  for (std::size_t i = 0; i < 3; ++i) all.ended(i, {});

  EXPECT_EQ(all.tally().proven, 3U);
  EXPECT_EQ(open().entries().size(), 3U);
}

class Kept : public Session {
 protected:
  void keep_all() const {
    ProofSession session = open({.again = true}, folder);
    session.ended(0, sound("/a"));
    session.ended(1, sound("/b"));
    session.ended(2, sound("/c"));
  }
  std::string why_stale(const corpus::Scenario& scenario) const {
    try {
      kept_evidence(folder, scenario);
    } catch (const Failure& failure) {
      return failure.what();
    }
    return "";
  }

  std::string folder = (dir.path() / "kept").string();
};

TEST_F(Kept, EvidenceIsReadBackRunByRun) {
  keep_all();

  EXPECT_EQ(kept_evidence(folder, scenarios[0]),
            (std::vector<KeptRun>{
                {.act = "a", .evidence = with_deleted("/a"), .contents = {}, .world = {}},
                {.act = "b", .evidence = with_deleted("/b"), .contents = {}, .world = {}}}));
}

TEST_F(Kept, ContentsAreReadBackByteForByte) {
  std::string bytes;
  for (int byte = 0; byte < 256; ++byte) bytes += static_cast<char>(byte);
  Proof proof = sound("/c");
  proof.runs[0].contents = {{sha256_hex(bytes), bytes}};
  open({.again = true}, folder).ended(2, proof);

  EXPECT_EQ(kept_evidence(folder, scenarios[1]).at(0).contents, proof.runs[0].contents);
}

TEST_F(Kept, EvidenceOfWhatHasChangedSinceIsRefused) {
  EXPECT_THAT(why_stale(scenarios[0]), HasSubstr("not there; make it again with"));
  keep_all();
  EXPECT_THAT(why_stale(scenario_of("one", {"a", "b", "d"})), HasSubstr("one.d.bash is not in it"));
  EXPECT_THAT(why_stale(scenario_of("one", {"a"})), HasSubstr("one.b.bash has changed since"));
  std::ofstream(folder + "/one.jsonl", std::ios::app) << "nonsense\n";
  EXPECT_NE(why_stale(scenarios[0]), "");
}

TEST_F(Kept, EvidenceThatCannotBeWrittenIsTold) {
  std::filesystem::create_directories(folder + "/one.jsonl");

  EXPECT_THROW(open({}, folder), Failure);
}

TEST(MutationScore, CountsWhatEvidenceCatches) {
  const corpus::Scenario scenario = scenario_of("one", {"a"});
  MutationScore blind;
  MutationScore seeing;

  const std::vector<Unnoticed> missed = blind.add(scenario, {KeptRun{}});
  const std::vector<Unnoticed> noticed =
      seeing.add(scenario, {KeptRun{.evidence = with_deleted("/a")}});

  ASSERT_EQ(missed.size(), 1U);
  EXPECT_EQ(missed[0].act, "a");
  EXPECT_EQ(missed[0].part, "effect");
  EXPECT_EQ(blind.all().made, seeing.all().made);
  EXPECT_GT(seeing.all().caught, blind.all().caught);
  EXPECT_EQ(seeing.parts().at("effect").made - seeing.parts().at("effect").caught,
            noticed.empty() ? 0U : noticed[0].changes.size());
}

TEST(MutationScore, OfNoMutantsAllAreCaught) { EXPECT_EQ(MutationScore().all().percent(), 100.0); }

}  // namespace
}  // namespace redcode::proof
