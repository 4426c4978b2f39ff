// Chosen names: the parts of a fact that are an author's to choose, a variable's or a parameter's
// name. What is done does not depend on them, so nothing that is said in them excuses a deed.
//
// While a text is being made they stand between two control characters, which no code has.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace redcode::analysis {

inline constexpr char name_begins = '\x01';
inline constexpr char name_ends = '\x02';

struct Span {
  std::uint16_t begin = 0;
  std::uint16_t end = 0;
  bool operator==(const Span&) const = default;
};

struct Unmarked {
  std::string text;
  std::vector<Span> chosen;  // in order
};

std::string marked(std::string_view name);
// Texts are at most 65,535 bytes long.
Unmarked unmarked(std::string_view text);
// The text with a "_" for each letter of a chosen name.
std::string masked(std::string_view text, const std::vector<Span>& chosen);

}  // namespace redcode::analysis
