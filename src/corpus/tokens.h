// Tokens: programs cut into pieces, well enough to tell which are alike. Nothing is parsed, so
// anything can be cut, broken programs too.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "corpus/case.h"

namespace redcode::corpus {

// Words and single marks as written; what stands inside a string counts too. Lines that are only
// a comment are left out.
std::vector<std::string> words_of(std::string_view code, Language language);

// What is left when the particulars are masked: keywords and marks stay as they are, a name is
// "n", a number "0", a quoted string "s". Comments are left out.
std::vector<std::string> shape_of(std::string_view code, Language language);

}  // namespace redcode::corpus
