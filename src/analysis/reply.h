// The code in a model's reply.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/source.h"

namespace redcode::analysis {

inline constexpr std::size_t most_sources = 64;

// A reply, parted.
struct ReplyParts {
  std::vector<Source> sources = {};
  std::string words = {};  // what is said to people
};

// Sources are fenced blocks in order, an unclosed last one too, each with its language by tag, by
// file name or by its content: a tag such as "text" hides no code. Of a diff they are the lines it
// leaves, file by file; of JSON the code it carries. Programs inside a shell script, fed to an
// interpreter or written to a file, follow it as sources of their own. Outside fences diffs, JSON,
// indented code and text that is code as a whole are sources too. Quoted lines ("> ") count
// without their marks. A file's name is the one on the opening line or the line before, else
// "reply-1.py", numbered over the reply's code. Behind `most_sources` code is added to the last
// source of its language. Words are all else but data and output.
ReplyParts parts_of(std::string_view reply);
std::vector<Source> sources_in(std::string_view reply);

}  // namespace redcode::analysis
