// Export: trials of stored runs in others' formats, for science, for training, for viewers.
//
// Nothing here changes a run folder. Every word that leaves is valid text of its format, scrubbed
// of secrets; what was left out is in the account.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "report/export/destination.h"
#include "report/export/job.h"

namespace redcode::exports {

enum class Format { jsonl, csv, sqlite, pairs, messages, inspect, atif };
std::optional<Format> format_named(std::string_view name);
// "jsonl", "csv" and so on, in the order of the enum.
std::vector<std::string> format_names();
// What one thing in such a file is: "trials", "pairs", ...
std::string_view unit(Format format);
// Whether it can hold one run only.
bool takes_one_run(Format format);

struct Target {
  std::filesystem::path out;
  Existing existing = Existing::keep;
};

// Writes it whole, or nothing: also if there is nothing to write, or `job.between` throws. Throws
// Failure. Requires: as many runs as the format can take, and at least one.
ExportTally write(const Job& job, Format format, const Target& target);

}  // namespace redcode::exports
