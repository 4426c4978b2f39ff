// The report as Markdown, for a pull request. What agents and models said is never markup in it.
#pragma once

#include <string>

#include "report/summary.h"

namespace redcode::report {

std::string markdown_report(const Summary& summary, const Breakdown& by = {Trait::domain});

}  // namespace redcode::report
