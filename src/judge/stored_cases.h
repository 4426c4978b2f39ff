// The cases a run was made of, as far as judging needs them.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>

#include "corpus/stored_case.h"
#include "record/run_folder.h"

namespace redcode::judge {

class StoredCases {
 public:
  // Reads them from the run's own folder. Errors: run-missing.
  static Result<StoredCases> of(const record::RunReader& run);

  // The very case the trial was made of, without its task; nullptr if the run does not
  // have it, or has another under that name.
  const corpus::Case* find(const record::Trial& trial) const;
  // Lines of cases.jsonl that are damaged or no cases.
  std::uint64_t damaged() const { return damaged_; }
  // Whether there are requests for software among them.
  bool gen() const;

 private:
  std::unordered_map<std::string, corpus::StoredCase> by_id_;
  std::uint64_t damaged_ = 0;
};

}  // namespace redcode::judge
