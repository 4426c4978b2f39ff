// Trials as trajectories in the Agent Trajectory Interchange Format (ATIF), one file each.
//
// An assistant's message is an agent's step, and what was printed for it is that step's
// observation. Only fields that versions 1.4 to 1.7 share are written.
#pragma once

#include <filesystem>

#include "report/export/job.h"

namespace redcode::exports {

inline constexpr const char* atif_version = "ATIF-v1.6";

Json trajectory(const Trial& trial, const ExportedTranscript& whole);

// Makes <folder>/<trial id>.json for each trial. Requires: one run.
void write_atif(const Job& job, const std::filesystem::path& folder, ExportTally& account);

}  // namespace redcode::exports
