// Small questions about the nodes of a syntax tree.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analysis/source.h"
#include "analysis/syntax.h"

namespace redcode::analysis {

// What a name stands for is cut to so many bytes.
inline constexpr std::size_t longest_meaning = 300;

// The names below a node, in order; at most 20.
std::vector<std::string_view> names_below(TSNode node, std::string_view text);

TSNode first_named(TSNode node);
TSNode last_named(TSNode node);

// A field, or where the grammar has none the other node.
TSNode part(TSNode node, std::string_view field, TSNode otherwise);

// The last name in "a.b.c(": "c".
std::string last_name(std::string_view callee);

// A list's entries: what stands between its commas, without those inside brackets. `list` begins
// behind the opening bracket; what is behind the closing one is left out. At most 20.
std::vector<std::string_view> listed_in(std::string_view list);

// The names of a function's parameters, in order, without the object of a method.
std::vector<std::string> parameters_of(Language language, TSNode function, std::string_view text);

// The last thing in a function's body, where that is what the function gives back; else null.
TSNode tail_of(Language language, TSNode function);

}  // namespace redcode::analysis
