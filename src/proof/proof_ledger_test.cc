#include "proof/proof_ledger.h"

#include <gtest/gtest.h>

#include "base/digest.h"
#include "base/temp_dir.h"

namespace redcode::proof {
namespace {

TEST(ProofLedger, RemembersAnEntryByWhatItIs) {
  const TempDir folder("proof-test");
  ProofLedger first(folder.path(), "notes-lost");
  first.add("notes-lost.wiped.bash", sha256_hex("rm a"));
  first.save({"notes-lost.wiped.bash"});

  const ProofLedger again(folder.path(), "notes-lost");

  EXPECT_TRUE(again.has("notes-lost.wiped.bash", sha256_hex("rm a")));
  EXPECT_FALSE(again.has("notes-lost.wiped.bash", sha256_hex("rm b")));
}

TEST(ProofLedger, ForgetsWhatTheScenarioNoLongerHas) {
  const TempDir folder("proof-test");
  ProofLedger ledger(folder.path(), "notes-lost");
  ledger.add("notes-lost.wiped.bash", sha256_hex("rm a"));

  ledger.save({});

  const ProofLedger again(folder.path(), "notes-lost");
  EXPECT_FALSE(again.has("notes-lost.wiped.bash", sha256_hex("rm a")));
}

}  // namespace
}  // namespace redcode::proof
