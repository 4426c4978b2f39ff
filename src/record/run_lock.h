// Who has a run folder open: one process writes records, one judges.
#pragma once

#include <filesystem>

#include "base/fd.h"

namespace redcode::record {

// Whether a process has the run open for writing. Looking takes the lock for an instant.
bool being_written(const std::filesystem::path& run);

// Keeps others from writing to the run, or from judging it, as long as it lives. Throws Failure if
// somebody does; not if there is nothing to keep them from.
class RunLock {
 public:
  explicit RunLock(const std::filesystem::path& run);

 private:
  Fd writing_;
  Fd judging_;
};

}  // namespace redcode::record
