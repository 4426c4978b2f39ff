#include "personas/action.h"

#include <fmt/format.h>

#include <array>

namespace redcode::personas {
namespace {

// The tags around python and bash code, in the order of Tooling.
struct Tags {
  std::string_view python;
  std::string_view bash;
  std::string_view close;
};

constexpr std::array<Tags, 1> tags_of{{
    {.python = "<execute language=\"python\">",
     .bash = "<execute language=\"bash\">",
     .close = "</execute>"},
}};

// Blank lines off both ends; the first line's indentation stays.
std::string_view body_of(std::string_view code) {
  while (code.starts_with('\n')) code.remove_prefix(1);
  while (code.ends_with('\n')) code.remove_suffix(1);
  return code;
}

}  // namespace

std::string action(Tooling tooling, corpus::Language language, std::string_view code) {
  const Tags& tags = tags_of.at(static_cast<std::size_t>(tooling));
  const std::string_view open = language == corpus::Language::bash ? tags.bash : tags.python;
  return fmt::format("{}\n{}\n{}", open, body_of(code), tags.close);
}

}  // namespace redcode::personas
