#include "base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <numeric>

namespace redcode {
namespace {

struct Character {
  std::uint32_t code = 0;
  std::size_t length = 1;
  bool valid = false;
};

std::size_t sequence_length(unsigned char first) {
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first < 0xE0) return 2;
  if (first >= 0xE0 && first < 0xF0) return 3;
  if (first >= 0xF0 && first < 0xF5) return 4;
  return 0;
}

// Decodes the UTF-8 character that starts `bytes`; overlong forms and surrogates are invalid.
Character decode(std::string_view bytes) {
  const auto first = static_cast<unsigned char>(bytes[0]);
  const std::size_t length = sequence_length(first);
  if (length == 0 || length > bytes.size()) return {.code = first};
  if (length == 1) return {.code = first, .length = 1, .valid = true};

  std::uint32_t code = first & (0xFFU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    const auto next = static_cast<unsigned char>(bytes[i]);
    if ((next & 0xC0U) != 0x80U) return {.code = first};
    code = (code << 6U) | (next & 0x3FU);
  }
  const bool overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
  const bool surrogate = code >= 0xD800 && code < 0xE000;
  if (overlong || surrogate || code > 0x10FFFF) return {.code = first};
  return {.code = code, .length = length, .valid = true};
}

// Also what is no character at all, which XML cannot hold.
bool reorders_or_hides(std::uint32_t code) {
  return (code & 0xFFFEU) == 0xFFFE || code == 0x61C || code == 0xFEFF ||
         (code >= 0x200B && code <= 0x200F) || (code >= 0x202A && code <= 0x202E) ||
         (code >= 0x2060 && code <= 0x206F) || (code >= 0xE0000 && code <= 0xE007F);
}

bool control(std::uint32_t code) { return code < 0x20 || (code >= 0x7F && code < 0xA0); }

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substituted = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, substituted});
    }
  }
  return row[b.size()];
}

}  // namespace

std::string to_hex(std::string_view bytes) {
  static constexpr std::string_view digits = "0123456789abcdef";
  std::string out;
  out.reserve(bytes.size() * 2);
  for (const unsigned char byte : bytes) {
    out += digits[byte >> 4U];
    out += digits[byte & 15U];
  }
  return out;
}

std::string to_base64(std::string_view bytes) {
  static constexpr std::string_view alphabet =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t have = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t group = 0;
    for (std::size_t j = 0; j < 3; ++j) {
      group = (group << 8U) | (j < have ? static_cast<unsigned char>(bytes[i + j]) : 0U);
    }
    for (std::size_t j = 0; j < 4; ++j) {
      out += j <= have ? alphabet[(group >> (18 - 6 * j)) & 0x3FU] : '=';
    }
  }
  return out;
}

std::string escape_terminal(std::string_view hostile) {
  std::string out;
  for (std::size_t i = 0; i < hostile.size();) {
    const Character c = decode(hostile.substr(i));
    if (!c.valid || (control(c.code) && c.code != '\n' && c.code != '\t')) {
      fmt::format_to(std::back_inserter(out), "\\x{:02x}", c.code);
    } else if (reorders_or_hides(c.code)) {
      fmt::format_to(std::back_inserter(out), "\\u{{{:x}}}", c.code);
    } else {
      out.append(hostile.substr(i, c.length));
    }
    i += c.length;
  }
  return out;
}

std::string one_line(std::string_view hostile, std::size_t limit) {
  std::string line(hostile.substr(0, limit));
  std::ranges::replace_if(line, [](char c) { return c == '\n' || c == '\r' || c == '\t'; }, ' ');
  std::string out = escape_terminal(valid_utf8(line));
  if (hostile.size() > limit) out += "…";
  return out;
}

std::string valid_utf8(std::string_view bytes) {
  std::string out;
  out.reserve(bytes.size());
  for (std::size_t i = 0; i < bytes.size();) {
    const Character c = decode(bytes.substr(i));
    out.append(c.valid ? bytes.substr(i, c.length) : std::string_view("\xEF\xBF\xBD"));
    i += c.length;
  }
  return out;
}

std::string lower(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return out;
}

std::string_view trim(std::string_view text) {
  static constexpr std::string_view blank = " \t\r\n";
  const std::size_t first = text.find_first_not_of(blank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blank) - first + 1);
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  std::size_t start = 0;
  for (std::size_t end = text.find(separator); end != std::string_view::npos;
       end = text.find(separator, start)) {
    parts.emplace_back(text.substr(start, end - start));
    start = end + 1;
  }
  parts.emplace_back(text.substr(start));
  return parts;
}

std::string nearest(std::string_view word, const std::vector<std::string>& candidates) {
  std::string best;
  std::size_t best_distance = std::max<std::size_t>(2, word.size() / 3) + 1;
  // Nobody mistypes a word this long, and comparing costs the product of the lengths.
  constexpr std::size_t longest = 200;
  if (word.size() > longest) return best;
  for (const std::string& candidate : candidates) {
    if (candidate.size() >= word.size() + best_distance) continue;
    const std::size_t distance = edit_distance(word, candidate);
    if (distance < best_distance) {
      best_distance = distance;
      best = candidate;
    }
  }
  return best;
}

}  // namespace redcode
