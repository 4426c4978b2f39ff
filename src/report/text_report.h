// The report as text for a terminal.
#pragma once

#include <string>

#include "report/summary.h"

namespace redcode::report {

std::string text_report(const Summary& summary, const Breakdown& by = every_trait());

}  // namespace redcode::report
