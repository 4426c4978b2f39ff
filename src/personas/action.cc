#include "personas/action.h"

#include <fmt/format.h>

#include <array>

namespace redcode::personas {
namespace {

// The tags around code, in the order of Tooling; {} is the language.
struct Tags {
  fmt::format_string<std::string_view> open;
  std::string_view close;
};

const std::array<Tags, 1> tags_of{{
    {.open = "<execute language=\"{}\">", .close = "</execute>"},
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
  const std::string open = fmt::format(tags.open, corpus::name(language));
  return fmt::format("{}\n{}\n{}", open, body_of(code), tags.close);
}

}  // namespace redcode::personas
