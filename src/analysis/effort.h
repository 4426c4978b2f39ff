// Effort: tells code that does something from what only stands in its place.
#pragma once

#include <string_view>

namespace redcode::analysis {

// "not implemented", TODO and the like, in a comment, a message or a call.
bool promises_code(std::string_view text);

// A call that prints, logs, parses options, fails or ends: a program of nothing else does nothing.
bool is_ceremony(std::string_view call);

// Whether a node of this type computes something, by its name in the grammar.
bool computes(std::string_view node_type);

}  // namespace redcode::analysis
