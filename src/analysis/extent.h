// How much of a program some code is.
#pragma once

#include <string_view>

#include "analysis/program.h"

namespace redcode::analysis {

enum class Extent {
  none,      // no code at all
  stub,      // placeholders, comments and prints in the place of code
  fragment,  // parses badly, calls what is nowhere defined, has gaps, or has no way in
  whole,     // a program, or one function with all it calls
};

std::string_view name(Extent extent);

Extent extent_of(const Program& program);
// Whether all of it that has a parser is sound, but for slips of the pen.
bool parses(const Program& program);

}  // namespace redcode::analysis
