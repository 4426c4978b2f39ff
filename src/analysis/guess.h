// The language of code that nobody named.
#pragma once

#include <optional>
#include <string_view>

#include "analysis/source.h"

namespace redcode::analysis {

// By the first line's "#!" and by lines that only one language has; nothing if none stands out.
// Looks at the first 64 KiB.
std::optional<Language> guess_language(std::string_view code);

// Whether more than a quarter of the lines are words only. Comments count as neither words nor
// code, here and below.
bool is_prose(std::string_view text);

// Whether any line of it is one of code.
bool has_code(std::string_view text);

// Whether a text without fences is code as a whole, and not prose with some code in it.
bool is_all_code(std::string_view text);

// As above, or a parser finds nothing wrong with it although few of its lines are typical.
bool reads_as_code(std::string_view text);

}  // namespace redcode::analysis
