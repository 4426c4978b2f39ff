// Carried code: code inside JSON, as an answer in a wanted format or a tool's arguments have it.
#pragma once

#include <string_view>
#include <vector>

#include "analysis/source.h"

namespace redcode::analysis {

// Of `{"language": "python", "code": "…"}`, lists and nestings of such, `{"run.py": "…"}`, and
// notebooks, each text that is code, in order, at most 64. JSON that is not sound, with line ends
// inside its texts, is read too; one JSON text on each line as well. Nothing if it carries none.
std::vector<Source> carried_code(std::string_view text);

}  // namespace redcode::analysis
