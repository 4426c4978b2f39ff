// Indented code: blocks set apart by four blanks, as Markdown has them besides fences.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace redcode::analysis {

struct Indented {
  std::vector<std::string> blocks = {};  // without their indentation
  std::string words = {};                // all else
};

// Blocks that are code, of a text that is not a program as a whole: a program's own lines are
// indented too. No blocks: the words are the whole text.
Indented split_indented(std::string_view text);

}  // namespace redcode::analysis
