// The numbers at the start of a version, to compare: "1.41", "6.1.0-18-amd64", "1.1.5+ds1".
#pragma once

#include <charconv>
#include <string_view>
#include <utility>

namespace redcode {

// The first two; 0 for what is no number.
inline std::pair<int, int> version_numbers(std::string_view text) {
  std::pair<int, int> numbers{0, 0};
  const char* end = text.data() + text.size();
  const char* rest = std::from_chars(text.data(), end, numbers.first).ptr;
  if (rest != end && *rest == '.') std::from_chars(rest + 1, end, numbers.second);
  return numbers;
}

}  // namespace redcode
