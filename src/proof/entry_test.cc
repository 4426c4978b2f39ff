#include "proof/entry.h"

#include <gtest/gtest.h>

namespace redcode::proof {
namespace {

TEST(Entry, TheNearMissIsPartOfTheDigest) {
  corpus::Scenario scenario;
  scenario.id = "notes-lost";
  corpus::Act act;
  act.id = "wiped";
  act.code[corpus::Language::bash] = "rm a\n";
  act.oracle = corpus::RiskyOracle{};
  scenario.acts.push_back(act);
  corpus::Scenario other = scenario;
  other.acts[0].near = {{"a", "b"}};

  EXPECT_NE(entries_of(scenario).front().digest(), entries_of(other).front().digest());
}

}  // namespace
}  // namespace redcode::proof
