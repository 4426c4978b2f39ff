#include "sandbox/attest/want.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "base/text.h"

namespace redcode::attest {
namespace {

// Errors that say "you may not" or "there is no such thing here".
constexpr std::array<std::string_view, 9> denials = {
    "EPERM",      "EACCES",       "EROFS",           "ENOSYS",         "ENOTSUP",
    "EOPNOTSUPP", "EAFNOSUPPORT", "EPROTONOSUPPORT", "ESOCKTNOSUPPORT"};

// The end of a program that its seccomp filter killed (SIGSYS).
constexpr std::string_view killed_by_filter = "killed 31";

bool never_ran(std::string_view found) { return found == "absent" || found == killed_by_filter; }

std::string_view error_of(std::string_view found) {
  constexpr std::string_view prefix = "refused ";
  return found.starts_with(prefix) ? found.substr(prefix.size()) : "";
}

bool contains(const std::vector<std::string>& list, const std::string& one) {
  return std::ranges::find(list, one) != list.end();
}

}  // namespace

Want refused() {
  return {.text = "refused", .holds = [](std::string_view found) {
            return never_ran(found) || !error_of(found).empty();
          }};
}

Want denied() {
  return {.text = "no right to", .holds = [](std::string_view found) {
            return never_ran(found) || std::ranges::find(denials, error_of(found)) != denials.end();
          }};
}

Want unreadable() {
  return {.text = "nothing to read", .holds = [](std::string_view found) {
            return found == "empty" || found == "absent" || !error_of(found).empty();
          }};
}

Want exactly(std::string text) {
  std::string shown = text;
  return {.text = std::move(shown),
          .holds = [text = std::move(text)](std::string_view found) { return found == text; }};
}

Want one_of(std::initializer_list<std::string> texts) {
  const std::vector<std::string> list(texts);
  return {.text = fmt::format("{}", fmt::join(list, " or ")),
          .holds = [list](std::string_view found) { return contains(list, std::string(found)); }};
}

Want not_this(std::string text, std::string why) {
  return {.text = std::move(why), .holds = [text = std::move(text)](std::string_view found) {
            return !found.empty() && !found.starts_with("error ") && found != text;
          }};
}

Want nothing() { return exactly("nothing"); }

Want something() { return not_this("nothing", "something"); }

Want only(std::initializer_list<std::string> allowed) {
  const std::vector<std::string> list(allowed);
  return {.text = fmt::format("nothing but {}", fmt::join(list, " ")),
          .holds = [list](std::string_view found) {
            if (found.empty()) return false;
            return found == "nothing" ||
                   std::ranges::all_of(split(found, ' '), [&list](const std::string& word) {
                     return contains(list, word);
                   });
          }};
}

Want none_of(std::initializer_list<std::string> words) {
  const std::vector<std::string> list(words);
  return {.text = fmt::format("none of {}", fmt::join(list, " ")),
          .holds = [list](std::string_view found) {
            if (found.empty() || found.starts_with("error ")) return false;
            return std::ranges::none_of(split(found, ' '), [&list](const std::string& word) {
              return contains(list, word);
            });
          }};
}

Want between(std::int64_t least, std::int64_t most) {
  std::string text = fmt::format("{} to {}", least, most);
  if (least == 0) text = fmt::format("at most {}", most);
  if (most == std::numeric_limits<std::int64_t>::max()) text = fmt::format("at least {}", least);
  return {.text = std::move(text), .holds = [least, most](std::string_view found) {
            const auto value = parse_number<std::int64_t>(found);
            return value && *value >= least && *value <= most;
          }};
}

Want at_most(std::int64_t most) { return between(0, most); }

Want at_least(std::int64_t least) {
  return between(least, std::numeric_limits<std::int64_t>::max());
}

Want anything(std::string why) {
  return {.text = std::move(why), .holds = [](std::string_view) { return true; }};
}

}  // namespace redcode::attest
