// How a run under way gets on: what the process that runs it says, and what its records tell.
#pragma once

#include <filesystem>
#include <optional>

#include "base/json.h"
#include "base/task.h"
#include "run/steer/controls.h"
#include "view/loaded_run.h"

namespace redcode::view {

// What the process that runs it says over its private socket. Nothing if there is none, or it does
// not answer at once.
Task<std::optional<steer::Status>> ask_status(std::filesystem::path run);

// Errors: those of LoadedRun::with.
Result<Json> live_json(const LoadedRun& run, const std::optional<steer::Status>& status);

}  // namespace redcode::view
