// What the commands that tell of runs share: the run, and what to break figures down by.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "report/results.h"
#include "stats/correction.h"

namespace redcode::app {

// Throws Failure when the folder holds no run.
report::Results require_results(const std::string& folder);

// "domain,form". Throws Failure, with the words there are, for others.
std::vector<report::Trait> require_traits(const std::string& by);

// How well the rules tell a refusal: docs/reader.md. Of other rules, or of a model, that says
// nothing.
std::optional<stats::ReaderAccuracy> reader_accuracy(const std::set<std::string>& readers);

}  // namespace redcode::app
