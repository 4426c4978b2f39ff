#include "doctor/advisories.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <ranges>

#include "base/text.h"
#include "doctor/tables.h"

namespace redcode::doctor {
namespace {

using Numbers = std::array<int, 3>;

// The first three numbers; gVisor's "release-20221219.0" is 20221219.0.0.
Numbers numbers_of(std::string_view text) {
  Numbers numbers{};
  const std::size_t first = text.find_first_of("0123456789");
  if (first == std::string_view::npos) return numbers;
  const char* at = text.data() + first;
  const char* const end = text.data() + text.size();
  for (int& number : numbers) {
    const auto [rest, error] = std::from_chars(at, end, number);
    if (error != std::errc() || rest == end || *rest != '.') break;
    at = rest + 1;
  }
  return numbers;
}

bool same_branch(const Numbers& one, const Numbers& other) {
  return one[0] == other[0] && one[1] == other[1];
}

bool is_fixed(const Advisory& advisory, std::string_view version, std::string_view package) {
  const bool mended = std::ranges::any_of(
      advisory.fixed_packages, [&](std::string_view start) { return package.starts_with(start); });
  if (mended) return true;
  const Numbers here = numbers_of(version);
  for (const std::string_view text : advisory.fixed_in) {
    const Numbers fixed = numbers_of(text);
    if (same_branch(here, fixed)) return here >= fixed;
  }
  return here > numbers_of(advisory.fixed_in.back());
}

// "-" stands for none.
std::vector<std::string_view> words_in(std::string_view cell) {
  std::vector<std::string_view> words;
  for (const auto word : std::views::split(cell, ' ')) words.emplace_back(word.begin(), word.end());
  if (cell == "-") words.clear();
  return words;
}

}  // namespace

const std::vector<Advisory>& advisories() {
  static const std::vector<Advisory> all = [] {
    std::vector<Advisory> read;
    for (const Row& row : rows_of(advisories_md()))
      read.push_back({row.at(0), row.at(1), words_in(row.at(2)), words_in(row.at(3)), row.at(4)});
    return read;
  }();
  return all;
}

std::vector<Advisory> open_advisories(std::string_view program, std::string_view version,
                                      std::string_view package) {
  std::vector<Advisory> open;
  for (const Advisory& advisory : advisories()) {
    if (advisory.program == program && !is_fixed(advisory, version, package))
      open.push_back(advisory);
  }
  return open;
}

void judge(const std::vector<Installed>& programs, Findings& findings) {
  std::vector<std::string> holes;
  for (const auto& [program, version, package] : programs) {
    for (const Advisory& open : open_advisories(program, version, package)) {
      const std::string name = open.name == "-" ? "" : fmt::format("{} ", open.name);
      holes.push_back(fmt::format("{} {} {}({})", program == "docker" ? "Docker" : program,
                                  one_line(version, 40), name, open.what));
    }
  }
  if (!holes.empty()) findings.fail("advisories", fmt::format("{}", fmt::join(holes, "; ")));
}

}  // namespace redcode::doctor
