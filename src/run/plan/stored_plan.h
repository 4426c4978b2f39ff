// The plan of a stored run, from its own folder.
#pragma once

#include <cstdint>
#include <filesystem>

#include "base/json.h"
#include "base/result.h"
#include "run/plan/plan.h"

namespace redcode::plan {

struct StoredPlan {
  Json manifest;
  Plan plan;
  std::uint64_t damaged_cases = 0;  // lines of cases.jsonl that are damaged or no cases
  bool as_promised = true;          // the cases are those that the manifest speaks of
};

// Errors: run-missing, run-format.
Result<StoredPlan> stored_plan(const std::filesystem::path& run);

}  // namespace redcode::plan
