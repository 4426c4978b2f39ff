#include "oci/mount_table.h"

#include <algorithm>
#include <charconv>
#include <vector>

#include "base/text.h"

namespace redcode::oci {
namespace {

// Spaces and the like are written as \040.
std::string unescaped(std::string_view text) {
  std::string plain;
  for (std::size_t at = 0; at < text.size(); ++at) {
    int value = 0;
    const char* begin = text.data() + at + 1;
    const bool escaped = text[at] == '\\' && at + 3 < text.size() &&
                         std::from_chars(begin, begin + 3, value, 8).ptr == begin + 3;
    plain.push_back(escaped ? static_cast<char>(value) : text[at]);
    if (escaped) at += 3;
  }
  return plain;
}

bool contains(const std::vector<std::string>& words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

}  // namespace

MountTable mount_table(std::string_view mountinfo) {
  constexpr std::size_t point_field = 4;
  constexpr std::size_t options_field = 5;
  MountTable table;
  for (const std::string& line : split(mountinfo, '\n')) {
    const std::vector<std::string> fields = split(line, ' ');
    const auto dash = std::ranges::find(fields, "-");
    if (fields.size() <= options_field || fields.end() - dash < 2) continue;
    const std::vector<std::string> options = split(fields[options_field], ',');
    table[unescaped(fields[point_field])] = {.type = *(dash + 1),
                                             .read_only = contains(options, "ro"),
                                             .no_suid = contains(options, "nosuid"),
                                             .no_dev = contains(options, "nodev")};
  }
  return table;
}

}  // namespace redcode::oci
