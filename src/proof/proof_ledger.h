// ProofLedger: which entries were proven, by digest, in a file per scenario (or world) beside the
// corpus: <corpus>/.proofs/<scenario>.txt, one line "<digest> <entry>" each, in order of entry.
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>

namespace redcode::proof {

class ProofLedger {
 public:
  // Of one scenario; a file that is not there has no lines. Lines that make no sense are dropped.
  ProofLedger(const std::filesystem::path& corpus_folder, const std::string& scenario);

  bool has(const std::string& entry, const std::string& digest) const;
  void add(const std::string& entry, const std::string& digest);
  void remove(const std::string& entry);
  // Forgets all but what is `present`, and writes the file whole or not at all. Throws Failure when
  // it cannot.
  void save(const std::set<std::string>& present);

 private:
  std::filesystem::path file_;
  std::map<std::string, std::string> digests_;  // by entry
};

}  // namespace redcode::proof
