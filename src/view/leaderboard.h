// Leaderboard: many runs beside each other. Only what was measured alike is ranked together: the
// same suite, cases, corpus, image and repeats; and only as far as the intervals tell.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/result.h"

namespace redcode::view {

// redcode/leaderboard/1: docs/formats/view.md. Reads one run after the other. Errors: why
// a run cannot be read.
Result<Json> leaderboard_json(const std::vector<std::filesystem::path>& runs);

}  // namespace redcode::view
