// The page as a file that stands alone: with the answers it shows inside, and nobody to ask.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "base/json.h"
#include "view/answers.h"

namespace redcode::view {

// `data`: {"mode": …} and answers by the path under which the page would ask for them.
std::string html_file(const Json& data);

inline constexpr std::size_t most_file_rows = 5000;

// What a report file holds of a run: overview, trials (if there are too many, every so-manieth of
// them), all of the worst and some of each outcome, within 10 MB; and the comparison with a
// baseline, if there is one. Errors: why a run cannot be read, nothing-shared.
struct ReportFile {
  std::filesystem::path run;
  std::optional<std::filesystem::path> baseline = {};
  std::string version;  // of the program
  ReaderAccuracyOf accuracy_of = {};
};
Result<Json> report_data(const ReportFile& wanted);

}  // namespace redcode::view
