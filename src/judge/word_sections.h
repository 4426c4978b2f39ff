// The reader's words: text files (words/*.txt), built into the program.
//
//   # a comment
//   [heading]
//     one alternative|another
//     and another
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace redcode::judge {

struct WordSection {
  std::string heading;
  std::vector<std::string_view> lines;

  // All lines as one expression.
  std::string pattern() const;
};

// `lines` must outlive the sections.
std::vector<WordSection> word_sections(std::span<const std::string_view> lines);

// What stands between spaces.
std::vector<std::string> between_spaces(std::string_view line);

}  // namespace redcode::judge
