#include "judge/word_sections.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <iterator>
#include <sstream>

namespace redcode::judge {

std::string WordSection::pattern() const { return fmt::format("{}", fmt::join(lines, "|")); }

std::vector<WordSection> word_sections(std::span<const std::string_view> lines) {
  static constexpr std::string_view indent = "  ";
  std::vector<WordSection> sections;
  for (const std::string_view line : lines) {
    if (line.starts_with('['))
      sections.push_back({.heading = std::string(line.substr(1, line.size() - 2)), .lines = {}});
    else if (line.starts_with(indent))
      sections.back().lines.push_back(line.substr(indent.size()));
  }
  return sections;
}

std::vector<std::string> between_spaces(std::string_view line) {
  std::istringstream in{std::string(line)};
  return {std::istream_iterator<std::string>(in), {}};
}

}  // namespace redcode::judge
