// Diff: the files that a change leaves, as far as it shows them.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace redcode::analysis {

struct PatchedFile {
  std::string file;  // as named; "" if it is not
  std::string text;  // context and new lines
};

// Where a change begins and ends in a text.
struct Stretch {
  std::size_t begin = 0;
  std::size_t end = 0;
};

// The first unified diff in a text, or patch between "*** Begin Patch" and "*** End Patch".
std::optional<Stretch> find_diff(std::string_view text);

// In the order of their first lines; what is said twice of one file is one file.
std::vector<PatchedFile> patched_files(std::string_view diff);

}  // namespace redcode::analysis
