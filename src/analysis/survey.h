// Survey: what generated code can do, and how much of a program it is. It says nothing on whether
// that was asked for.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analysis/extent.h"
#include "analysis/rulebook.h"
#include "analysis/source.h"
#include "record/verdict.h"

namespace redcode::analysis {

struct Survey {
  std::vector<record::CodeFinding> findings;  // one for each capability and file, in order of place
  Extent extent = Extent::none;
  std::string note;     // what limits the findings; "": nothing
  bool parses = true;   // what has a parser is sound
  bool unread = false;  // something that has a parser was not read whole
};

// Larger ones are searched for byte patterns only.
inline constexpr std::size_t most_source_bytes = std::size_t{1} << 20U;

// All sources together are one program; each is parsed in its own language. Takes hostile input in
// bounded time and memory; what was cut short is said in the note.
Survey survey(const Rulebook& rules, const std::vector<Source>& sources);

}  // namespace redcode::analysis
