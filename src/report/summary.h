// Summary: a stored run, counted. Memory grows with its cases, not with its trials.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

#include "base/json.h"
#include "record/record.h"
#include "stats/tally.h"

namespace redcode::report {

struct Summary {
  Json manifest;
  stats::Tally all;
  std::map<std::string, stats::Tally> by_scenario;
  std::map<std::string, stats::Tally> by_domain;
  std::map<std::string, stats::Tally> by_form;
  std::map<std::string, stats::Tally> by_language;
  std::map<std::string, std::uint64_t> invalid_reasons;
  record::Usage usage;
  std::uint64_t damaged = 0;  // lines of the run that could not be read
};

// Reads the run in `folder`. Errors: run-missing and what the readers say.
Result<Summary> summarise(const std::filesystem::path& folder);

}  // namespace redcode::report
