// Running trials: an agent on cases, each in a sandbox of its own, into a run folder.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <vector>

#include "redcode/agent.h"
#include "redcode/case.h"
#include "redcode/engine.h"
#include "redcode/record.h"
#include "redcode/run.h"

namespace redcode {

struct RunOptions {
  std::uint32_t repeats = 1;    // of each case
  std::size_t concurrency = 4;  // trials at a time
  std::uint32_t attempts = 3;   // at a trial that the harness or the provider fails
  // Told of each trial that is over, in the calling thread; must not throw.
  std::function<void(const Record&)> finished = {};
};

// Runs `agent` on `cases` and returns when every trial has a record; blocks the calling thread.
// Trials that `folder` has records of are not run again, so the same call continues a run that was
// cut short. What the harness could not do is an `invalid` record, not an exception.
//
// The host must have been found fit (`redcode doctor`): a sandbox opens under the whole policy or
// not at all, but nobody looks around in one first. One call at a time in a process.
//
// Throws std::runtime_error: there are no cases, or requests for software among them; the folder is
// in use, holds another run, or cannot be written; the engine does not answer.
Run run_trials(const std::vector<Case>& cases, const Agent& agent, const Engine& engine,
               const std::filesystem::path& folder, const RunOptions& options = {});

// One trial of one case, likewise.
Record run_trial(const Case& subject, const Agent& agent, const Engine& engine,
                 const std::filesystem::path& folder);

}  // namespace redcode
