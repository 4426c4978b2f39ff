// Reads one source file to its outline.
#pragma once

#include <string_view>

#include "analysis/deadline.h"
#include "analysis/fact.h"
#include "analysis/source.h"

namespace redcode::analysis {

// Never recursive, and over by the deadline; the outline then holds what was read so far, and a
// note.
Outline outline(Language language, std::string_view text, const Deadline& deadline);

}  // namespace redcode::analysis
