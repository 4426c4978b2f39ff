// What the commands that tell of runs share: the run, and what to break figures down by.
#pragma once

#include <string>
#include <vector>

#include "report/results.h"

namespace redcode::app {

// Throws Failure when the folder holds no run.
report::Results require_results(const std::string& folder);

// "domain,form". Throws Failure, with the words there are, for others.
std::vector<report::Trait> require_traits(const std::string& by);

}  // namespace redcode::app
