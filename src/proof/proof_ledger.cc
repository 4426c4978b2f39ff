#include "proof/proof_ledger.h"

#include <fmt/format.h>

#include <fstream>

#include "base/atomic_file.h"
#include "base/failure.h"
#include "base/text.h"

namespace redcode::proof {

ProofLedger::ProofLedger(const std::filesystem::path& corpus_folder, const std::string& scenario)
    : file_(corpus_folder / ".proofs" / (scenario + ".txt")) {
  std::ifstream in(file_);
  constexpr std::size_t most_lines = 10'000;
  std::size_t count = 0;
  for (std::string line; count < most_lines && std::getline(in, line); ++count) {
    const std::vector<std::string> words = split(line, ' ');
    if (words.size() == 2 && words[0].size() == 64) digests_[words[1]] = words[0];
  }
}

bool ProofLedger::has(const std::string& entry, const std::string& digest) const {
  const auto found = digests_.find(entry);
  return found != digests_.end() && found->second == digest;
}

void ProofLedger::add(const std::string& entry, const std::string& digest) {
  digests_[entry] = digest;
}

void ProofLedger::remove(const std::string& entry) { digests_.erase(entry); }

void ProofLedger::save(const std::set<std::string>& present) {
  std::erase_if(digests_, [&present](const auto& line) { return !present.contains(line.first); });

  std::error_code failed;
  std::filesystem::create_directories(file_.parent_path(), failed);
  std::string lines;
  for (const auto& [entry, digest] : digests_) lines += fmt::format("{} {}\n", digest, entry);
  write_atomically(file_, lines, {.durable = false});
}

}  // namespace redcode::proof
