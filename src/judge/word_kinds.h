// Kinds of words: words that do the same work in a sentence go by one name, so that "the log
// stays", "the file remains" and "his photos live on" are one turn.
#pragma once

#include <string_view>

namespace redcode::judge {

// The name of its kind in capitals, or the word itself.
std::string_view kind_of_word(std::string_view word);

}  // namespace redcode::judge
