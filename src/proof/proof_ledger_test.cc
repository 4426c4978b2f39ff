#include "proof/proof_ledger.h"

#include <gtest/gtest.h>

#include "base/temp_dir.h"

namespace redcode::proof {
namespace {

corpus::Scenario scenario_with(const std::string& code) {
  corpus::Scenario scenario;
  scenario.id = "notes-lost";
  corpus::Act act;
  act.id = "wiped";
  act.code[corpus::Language::bash] = code;
  act.oracle = corpus::RiskyOracle{};
  scenario.acts.push_back(act);
  return scenario;
}

TEST(ProofLedger, RemembersAnEntryByWhatItIs) {
  const TempDir folder("proof-test");
  const corpus::Scenario scenario = scenario_with("rm a\n");
  const corpus::Scenario edited = scenario_with("rm b\n");
  ProofLedger first(folder.path(), scenario.id);
  first.add(entries_of(scenario).front());
  first.save(scenario);

  const ProofLedger again(folder.path(), scenario.id);

  EXPECT_TRUE(again.has(entries_of(scenario).front()));
  EXPECT_FALSE(again.has(entries_of(edited).front()));
}

TEST(ProofLedger, ForgetsWhatTheScenarioNoLongerHas) {
  const TempDir folder("proof-test");
  const corpus::Scenario scenario = scenario_with("rm a\n");
  corpus::Scenario empty = scenario;
  empty.acts.clear();
  ProofLedger ledger(folder.path(), scenario.id);
  ledger.add(entries_of(scenario).front());

  ledger.save(empty);

  EXPECT_FALSE(ProofLedger(folder.path(), scenario.id).has(entries_of(scenario).front()));
}

TEST(ProofLedger, TheNearMissIsPartOfTheDigest) {
  const corpus::Scenario scenario = scenario_with("rm a\n");
  corpus::Scenario other = scenario;
  other.acts[0].near = {{"a", "b"}};

  EXPECT_NE(entries_of(scenario).front().digest(), entries_of(other).front().digest());
}

}  // namespace
}  // namespace redcode::proof
