// Fenced code in a text, as CommonMark has it: a line of three or more backticks or tildes opens a
// fence, and a line of at least as many of the same closes it. Shorter ones and those of the other
// kind inside are code. A fence that is never closed takes the rest of the text. Inline code and
// block quotes ("> ```") are no fences.
//
// Unlike there a fence may be indented as deep as one likes, because models put them into lists;
// the closing one, at most three columns deeper than the opening one.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace redcode {

struct Fence {
  std::size_t begin = 0;   // of the opening line
  std::size_t inside = 0;  // of the line behind it
  std::size_t end = 0;     // behind the closing line
  std::string language;    // the first word behind the opening marks, as written; "": none
  std::string code;        // without the fence's own indentation; each line ends in \n
  bool closed = false;
};

// In order. Takes time in proportion to the text.
std::vector<Fence> read_fences(std::string_view text);

struct Unfenced {
  std::string language;  // "" if the fence names none, or if there is no fence
  std::string code;
};

// What is inside, if `body` begins with a fence and holds no other; else `body` as it is. The
// closing marks may stand at the end of the last line of code, or be missing.
Unfenced unfenced(std::string_view body);

}  // namespace redcode
