// ProofLedger: which entries were proven, by digest, in a file per scenario beside the corpus:
// <corpus>/.proofs/<scenario>.txt, one line "<digest> <entry>" each, in order of entry.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "proof/entry.h"

namespace redcode::proof {

class ProofLedger {
 public:
  // Of one scenario; a file that is not there has no lines. Lines that make no sense are dropped.
  ProofLedger(const std::filesystem::path& corpus_folder, const std::string& scenario);

  bool has(const Entry& entry) const;
  void add(const Entry& entry);
  void remove(const Entry& entry);
  // Forgets what `scenario` no longer has, and writes the file whole or not at all. Throws Failure
  // when it cannot.
  void save(const corpus::Scenario& scenario);

 private:
  std::filesystem::path file_;
  std::map<std::string, std::string> digests_;  // by entry
};

}  // namespace redcode::proof
