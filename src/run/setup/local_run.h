// A run on this host, into its run folder.
#pragma once

#include <filesystem>
#include <vector>

#include "base/task.h"
#include "run/setup/run_setup.h"
#include "run/steer/run_watch.h"

namespace redcode::setup {

// Whether every planned trial is over when it returns. `agents` are all of the command's: they
// share a budget. It may be killed at any moment: the same again goes on where it was. Throws
// Failure.
Task<bool> run_here(const RunSetup& setup, const std::vector<RunOptions>& agents,
                    steer::RunWatch::Audience audience);

// The folders whose disks a run that writes to `folder` fills: its own, and the engines'.
std::vector<std::filesystem::path> disks_of(const std::filesystem::path& folder);

}  // namespace redcode::setup
