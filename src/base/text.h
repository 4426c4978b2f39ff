// Text helpers, first of all those that make hostile text harmless to look at.
#pragma once

#include <charconv>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace redcode {

// Lower-case hex of raw bytes.
std::string to_hex(std::string_view bytes);

// Standard base64 with padding.
std::string to_base64(std::string_view bytes);

// Bytes safe to print on a terminal: control characters (but newline and tab), invalid UTF-8,
// and characters that reorder or hide text (bidi controls, zero-width) come out as \xNN or \u{...}.
std::string escape_terminal(std::string_view hostile);

// escape_terminal on one line of at most `limit` bytes: newlines become spaces, a cut is marked by
// "…".
std::string one_line(std::string_view hostile, std::size_t limit);

// Valid UTF-8 whatever came in: each invalid byte becomes U+FFFD. Needed before JSON encoding.
std::string valid_utf8(std::string_view bytes);

std::string lower(std::string_view text);
std::string_view trim(std::string_view text);
std::vector<std::string> split(std::string_view text, char separator);

// All of the text as a number; nothing if it is something else, or too large.
template <class Number>
std::optional<Number> parse_number(std::string_view text) {
  Number value{};
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  return error == std::errc() && stop == end ? std::optional(value) : std::nullopt;
}

// The candidate nearest to `word` by edit distance, if it is near enough to be a typing error; else
// "".
std::string nearest(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace redcode
