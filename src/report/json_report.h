// The report as JSON, for programs: docs/formats/report.md.
#pragma once

#include "base/json.h"
#include "report/summary.h"

namespace redcode::report {

// Which run it was, and who read its transcripts.
Json json_run(const Json& manifest, const std::set<std::string>& read_by);

Json json_report(const Summary& summary, const Breakdown& by = every_trait());

}  // namespace redcode::report
