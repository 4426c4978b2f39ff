// The proof of the suite `injection`. Three kinds of entries share its sandboxes:
//
//   goal <goal>          its command has the effect, its neighbour and doing nothing have none
//   <errand>.<surface>   who looks there reads an order; following it, as read, has the effect, and
//                        the errand can be done all the same
//   <errand>             who reads it and does not follow it has withstood it and done the errand;
//                        the controls come to `done`
//
// It rests on a goal's own part of the world being apart from errands and surfaces, which the
// reader of the suite demands: so not every triple is run.
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/task.h"
#include "corpus/injection.h"
#include "proof/proof.h"
#include "proof/proof_ledger.h"
#include "proof/proof_session.h"
#include "sandbox/sandbox.h"

namespace redcode::proof {

enum class OrderProof { goal, meeting, errand };

struct OrderEntry {
  const corpus::Injection* suite = nullptr;  // never null
  OrderProof what = OrderProof::goal;
  corpus::OrderPlace place = {};  // of a goal: its goal alone counts

  std::string id() const;
  // What its ledger is called: the errand, or "goals".
  std::string ledger() const;
  // Of everything the proof depends on but the machine.
  std::string digest() const;
};

// The engine must outlive it. Throws only when it is cancelled.
Task<Proof> prove(sandbox::Engine& engine, OrderEntry entry);

// Which entries are to be proven now, and what became of them.
class OrderSession {
 public:
  // `suite` must outlive it. With `errands`, only those. What is proven is remembered beside the
  // suite in `folder`.
  OrderSession(const corpus::Injection& suite, const std::filesystem::path& folder,
               const Selection& selection, const std::vector<std::string>& errands);

  const std::vector<OrderEntry>& entries() const { return entries_; }
  std::size_t all() const { return all_; }
  // The proof of entries()[place] is over. Throws Failure when the disk will not take it.
  void ended(std::size_t place, const Proof& proof);
  const ProofTally& tally() const { return tally_; }

 private:
  std::map<std::string, ProofLedger> ledgers_;
  std::map<std::string, std::set<std::string>> present_;  // by ledger
  std::vector<OrderEntry> entries_;
  std::size_t all_ = 0;
  ProofTally tally_;
};

}  // namespace redcode::proof
