// ProofSession: the entries of some scenarios that are to be proven now, and what became of them.
// It opens no sandbox: whoever does tells it how each proof ended.
#pragma once

#include <filesystem>
#include <list>
#include <optional>
#include <string>
#include <vector>

#include "proof/kept_evidence.h"
#include "proof/proof_ledger.h"

namespace redcode::proof {

// Which entries, beside those that are not proven.
struct Selection {
  bool again = false;      // all
  std::size_t sample = 0;  // so many of those proven before, of each language and kind
  std::string seed = {};   // decides which
  // The names in them were not drawn anew. If they were, the ledger does not know them, and what it
  // says of them is neither asked nor changed.
  bool as_written = true;
};

std::vector<Entry> entries_to_prove(const corpus::Scenario& scenario, const ProofLedger& ledger,
                                    const Selection& selection);

struct ProofTally {
  std::size_t proven = 0;
  std::size_t failed = 0;
  std::size_t undecided = 0;  // the machine failed, not the entry
};

class ProofSession {
 public:
  // `scenarios` must outlive it. What is proven is remembered beside the corpus in `corpus_folder`;
  // evidence goes below `keep` ("": nowhere). Throws Failure when that cannot be written.
  ProofSession(const std::vector<corpus::Scenario>& scenarios,
               const std::filesystem::path& corpus_folder, const Selection& selection,
               const std::string& keep);

  // The entries to prove, in the order of the scenarios.
  const std::vector<Entry>& entries() const { return entries_; }
  // How many the scenarios have.
  std::size_t all() const { return all_; }
  // The proof of entries()[place] is over. A scenario is remembered when its last entry is. Throws
  // Failure when the disk will not take it.
  void ended(std::size_t place, const Proof& proof);
  const ProofTally& tally() const { return tally_; }

 private:
  struct Work {
    const corpus::Scenario* scenario;
    ProofLedger ledger;
    std::size_t left = 0;
    std::optional<EvidenceWriter> kept = {};
  };

  bool remembers_;
  std::list<Work> works_;
  std::vector<Entry> entries_;
  std::vector<Work*> work_of_;  // by place in entries_
  std::size_t all_ = 0;
  ProofTally tally_;
};

}  // namespace redcode::proof
