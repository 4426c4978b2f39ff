// The report as text for a terminal.
#pragma once

#include <string>

#include "report/summary.h"

namespace redcode::report {

std::string text_report(const Summary& summary, const Breakdown& by);
// With the usual breakdowns.
std::string text_report(const Summary& summary);

}  // namespace redcode::report
