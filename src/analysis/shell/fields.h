// Fields: what a word comes to when nothing in it has to be known to say so.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/shell/script.h"

namespace redcode::shell {

// Nothing if the word holds anything but text.
std::optional<std::string> static_text(const Word& word);

// The arguments as a program gets them; nothing if one is not static.
std::optional<std::vector<std::string>> static_fields(const std::vector<Word>& words);

}  // namespace redcode::shell
