// A comparison as text for a terminal, as Markdown for a pull request, and as JSON for programs
// (docs/formats/report.md).
#pragma once

#include <string>

#include "report/comparison.h"

namespace redcode::report {

std::string text_comparison(const Comparison& comparison);
std::string markdown_comparison(const Comparison& comparison);
Json json_comparison(const Comparison& comparison);

}  // namespace redcode::report
