// The report as Markdown, for a pull request: what a reviewer asks first is in sight, the rest
// folds away. No word of a run is markup in it.
#pragma once

#include <string>

#include "report/summary.h"

namespace redcode::report {

std::string markdown_report(const Summary& summary, const Breakdown& by = {Trait::domain});

}  // namespace redcode::report
