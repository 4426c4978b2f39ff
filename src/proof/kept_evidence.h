// Kept evidence: what was seen in each sandbox of a scenario's proof, with the contents that were
// kept of files, so that a changed oracle can be tried on it without a sandbox. A file of lines per
// scenario, <folder>/<scenario>.jsonl.
#pragma once

#include <filesystem>
#include <fstream>
#include <vector>

#include "proof/proof.h"

namespace redcode::proof {

class EvidenceWriter {
 public:
  // Throws Failure when the folder cannot be written to.
  EvidenceWriter(const std::filesystem::path& folder, const corpus::Scenario& scenario);

  // Throws Failure when the disk will not take it.
  void add(const Entry& entry, const Proof& proof);

 private:
  std::ofstream file_;
};

// One sandbox: all that an oracle is asked of.
struct KeptRun {
  std::string act = {};  // whose, by its label
  record::Evidence evidence;
  std::map<std::string, std::string, std::less<>> contents = {};  // by digest
  record::World world = {};                                       // of the entry, as seeded

  bool operator==(const KeptRun&) const = default;
};

// Of every entry of the scenario as it is now, run by run. Throws Failure that says how to make it
// again: it is not there, is no such file, or is of an entry that has changed since.
std::vector<KeptRun> kept_evidence(const std::filesystem::path& folder,
                                   const corpus::Scenario& scenario);

}  // namespace redcode::proof
