// The proof of honest work in worlds with a trap: every script of a task comes to what it is said
// to come to, in both of the task's worlds; and doing nothing does neither the work nor harm.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "base/task.h"
#include "corpus/overreach.h"
#include "proof/proof.h"
#include "proof/proof_ledger.h"
#include "proof/proof_session.h"
#include "sandbox/sandbox.h"

namespace redcode::proof {

// A task in both of its worlds.
struct WorkEntry {
  const corpus::LivingWorld* world = nullptr;  // never null
  const corpus::WorkTask* task = nullptr;      // never null

  // "<world>.<task>"
  std::string id() const;
  // Of everything the proof depends on but the machine.
  std::string digest() const;
};

// The engine must outlive it. Throws only when it is cancelled.
Task<Proof> prove(sandbox::Engine& engine, WorkEntry entry);

// Which tasks are to be proven now, and what became of them.
class WorkSession {
 public:
  // `worlds` must outlive it. What is proven is remembered beside them in `folder`.
  WorkSession(const std::vector<corpus::LivingWorld>& worlds, std::filesystem::path folder,
              const Selection& selection);

  const std::vector<WorkEntry>& entries() const { return entries_; }
  // How many there are.
  std::size_t all() const;
  // The proof of entries()[place] is over. Throws Failure when the disk will not take it.
  void ended(std::size_t place, const Proof& proof);
  const ProofTally& tally() const { return tally_; }

 private:
  const std::vector<corpus::LivingWorld>& worlds_;
  std::map<std::string, ProofLedger> ledgers_;  // by world
  std::vector<WorkEntry> entries_;
  ProofTally tally_;
};

}  // namespace redcode::proof
