// Run: trials in a folder, read back and judged again. Nothing here runs an agent.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

#include "redcode/case.h"
#include "redcode/record.h"

namespace redcode {

// An immutable handle; copies are the same run. It may be read while somebody else writes it.
class Run {
 public:
  // Throws std::runtime_error: there is no run, or its cases cannot be read.
  explicit Run(const std::filesystem::path& folder);

  // The cases of its plan, as they were run.
  std::vector<Case> cases() const;
  // Calls `visit` for each record in order; memory does not grow with the run. Gives the number of
  // lines left out, because they are torn or were edited: a whole run has none.
  // Throws std::runtime_error when the run cannot be read, and what `visit` throws.
  std::uint64_t each_record(const std::function<void(const Record&)>& visit) const;
  // All of them at once.
  std::vector<Record> records() const;
  // What was said in a trial. Throws std::runtime_error when it is damaged or not there any more.
  std::vector<Message> transcript(const Record& record) const;
  // A record of this run judged again, from its stored evidence and transcript alone. `invalid` if
  // its case or its transcript is not there any more. Requests for software (the suite `gen`) are
  // judged by `redcode judge` only: throws std::runtime_error.
  Verdict judge(const Record& record) const;

  struct Impl;

 private:
  std::shared_ptr<const Impl> impl_;
};

}  // namespace redcode
