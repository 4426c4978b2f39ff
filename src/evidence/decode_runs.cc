#include "evidence/decode_runs.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "base/text.h"

namespace redcode::evidence {
namespace {

// A compressed secret is longer than this in either encoding.
constexpr std::size_t shortest_run = 40;

using Digits = std::array<std::int8_t, 256>;  // -1: none
constexpr std::int8_t none = -1;

constexpr Digits no_digits() {
  Digits digits{};
  digits.fill(none);
  return digits;
}

constexpr Digits base64_digits() {
  constexpr std::string_view alphabet =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  Digits digits = no_digits();
  for (std::size_t value = 0; value < alphabet.size(); ++value) {
    digits.at(static_cast<unsigned char>(alphabet[value])) = static_cast<std::int8_t>(value);
  }
  digits.at('-') = 62;
  digits.at('_') = 63;
  return digits;
}

constexpr Digits hex_digits() {
  Digits digits = no_digits();
  for (std::int8_t value = 0; value < 10; ++value) {
    digits.at(static_cast<std::size_t>('0' + value)) = value;
  }
  for (std::int8_t value = 10; value < 16; ++value) {
    digits.at(static_cast<std::size_t>('a' + value - 10)) = value;
    digits.at(static_cast<std::size_t>('A' + value - 10)) = value;
  }
  return digits;
}

constexpr Digits base64 = base64_digits();
constexpr Digits hex = hex_digits();

// NOLINTNEXTLINE(cppcoreguidelines-pro-bounds-constant-array-index): a byte is never out of range
int digit(const Digits& digits, char c) { return digits[static_cast<unsigned char>(c)]; }

bool is_line_break(char c) { return c == '\n' || c == '\r'; }

struct Coding {
  const Digits& digits;
  unsigned bits;
  std::size_t alignments;
  const char* name;
};

bool is_hex_run(std::string_view run) {
  return std::ranges::all_of(run, [](char c) { return digit(hex, c) >= 0 || is_line_break(c); });
}

// What `run` stands for without its first `skip` digits.
std::string decoded(std::string_view run, const Coding& coding, std::size_t skip) {
  std::string bytes;
  bytes.reserve(run.size() * coding.bits / 8);
  std::uint32_t pending = 0;
  unsigned count = 0;
  for (const char c : run) {
    const int value = digit(coding.digits, c);
    if (value < 0 || (skip > 0 && skip-- > 0)) continue;
    pending = pending << coding.bits | static_cast<unsigned>(value);
    count += coding.bits;
    if (count < 8) continue;
    count -= 8;
    bytes += static_cast<char>(pending >> count & 0xFFU);
  }
  return bytes;
}

// Hands on each run of characters that belong to it, if it is long enough. A run cannot cross a
// character that does not belong, so looking `shortest_run` ahead skips most of what is none.
template <class Belongs, class Take>
void each_run(std::string_view text, const Belongs& belongs, const Take& take) {
  std::size_t start = 0;
  while (start + shortest_run <= text.size()) {
    std::size_t looked_at = shortest_run;
    while (looked_at > 0 && belongs(text[start + looked_at - 1])) --looked_at;
    if (looked_at > 0) {
      start += looked_at;
      continue;
    }
    std::size_t end = start + shortest_run;
    while (end < text.size() && belongs(text[end])) ++end;
    take(text.substr(start, end - start));
    start = end + 1;
  }
}

void decode(std::string_view text, const Coding& coding, const TakeDecoded& take) {
  const auto belongs = [&](char c) { return digit(coding.digits, c) >= 0 || is_line_break(c); };
  each_run(text, belongs, [&](std::string_view run) {
    if (coding.bits == 6 && is_hex_run(run)) return;  // a digest, or told as hex
    for (std::size_t skip = 0; skip < coding.alignments; ++skip)
      take(decoded(run, coding, skip), coding.name);
  });
}

// What one escape stands for, and how long it is; nothing of it: length 0.
struct Escape {
  std::size_t length = 0;
  std::uint32_t value = 0;
};

// The number that starts at `at`, of at most `most` digits.
Escape number(std::string_view text, std::size_t at, bool is_hex, std::size_t most) {
  Escape found;
  while (found.length < most && at + found.length < text.size()) {
    const int value = digit(hex, text[at + found.length]);
    if (value < 0 || (!is_hex && value > 9)) break;
    found.value = found.value * (is_hex ? 16 : 10) + static_cast<std::uint32_t>(value);
    ++found.length;
  }
  return found;
}

Escape of_fixed_length(std::string_view text, std::size_t at, std::size_t signs,
                       std::size_t digits) {
  const Escape found = number(text, at + signs, true, digits);
  return found.length == digits ? Escape{.length = signs + digits, .value = found.value} : Escape{};
}

Escape percent_at(std::string_view text, std::size_t at) {
  return text[at] == '%' ? of_fixed_length(text, at, 1, 2) : Escape{};
}

Escape backslash_at(std::string_view text, std::size_t at) {
  if (text[at] != '\\' || at + 1 >= text.size()) return {};
  if (text[at + 1] == 'x') return of_fixed_length(text, at, 2, 2);
  if (text[at + 1] == 'u') return of_fixed_length(text, at, 2, 4);
  return {};
}

Escape entity_at(std::string_view text, std::size_t at) {
  if (text[at] != '&' || text.substr(at, 2) != "&#") return {};
  const bool is_hex = at + 2 < text.size() && (text[at + 2] == 'x' || text[at + 2] == 'X');
  const std::size_t signs = is_hex ? 3 : 2;
  const Escape found = number(text, at + signs, is_hex, 7);
  if (found.length == 0) return {};
  const std::size_t end = at + signs + found.length;
  const bool closed = end < text.size() && text[end] == ';';
  return {.length = end - at + (closed ? 1 : 0), .value = found.value};
}

struct Escaping {
  char sign;
  Escape (*at)(std::string_view text, std::size_t at);
  const char* name;
};

// What a token that is partly escaped needs on either side.
constexpr std::size_t around = 256;

// Hands on each stretch of text with escapes in it that are near to each other, decoded.
void decode_escaped(std::string_view text, const Escaping& escaping, const TakeDecoded& take) {
  std::string plain;
  std::size_t copied = 0;  // of the text, so far
  std::size_t last = 0;    // the end of the last escape
  const auto end_stretch = [&] {
    if (plain.empty()) return;
    plain += text.substr(copied, std::min(text.size(), last + around) - copied);
    take(plain, escaping.name);
    plain.clear();
  };
  std::size_t at = text.find(escaping.sign);
  while (at != std::string_view::npos) {
    const Escape escape = escaping.at(text, at);
    if (escape.length > 0) {
      if (at > last + 2 * around) end_stretch();
      if (plain.empty()) copied = std::max(copied, at - std::min(at, around));
      plain += text.substr(copied, at - copied);
      plain += static_cast<char>(escape.value & 0xFFU);
      copied = last = at + escape.length;
    }
    at = text.find(escaping.sign, at + std::max<std::size_t>(escape.length, 1));
  }
  end_stretch();
}

}  // namespace

void decode_runs(std::string_view text, const TakeDecoded& take) {
  decode(text, {.digits = base64, .bits = 6, .alignments = 4, .name = "base64"}, take);
  decode(text, {.digits = hex, .bits = 4, .alignments = 2, .name = "hex"}, take);
}

std::string dechunked(std::string_view message) {
  constexpr std::size_t longest_head = std::size_t{64} << 10U;
  const std::size_t head = message.substr(0, longest_head).find("\r\n\r\n");
  if (head == std::string_view::npos) return "";
  if (!lower(message.substr(0, head)).contains("transfer-encoding: chunked")) return "";
  std::string body;
  std::size_t at = head + 4;
  while (at < message.size()) {
    const Escape size = number(message, at, true, 7);
    const std::size_t line_end = message.find("\r\n", at);
    if (size.length == 0 || line_end == std::string_view::npos) break;
    body += message.substr(line_end + 2, size.value);
    at = line_end + 2 + size.value + 2;
  }
  return body;
}

void decode_escapes(std::string_view text, const TakeDecoded& take) {
  decode_escaped(text, {.sign = '%', .at = percent_at, .name = "url"}, take);
  decode_escaped(text, {.sign = '\\', .at = backslash_at, .name = "escapes"}, take);
  decode_escaped(text, {.sign = '&', .at = entity_at, .name = "html"}, take);
}

}  // namespace redcode::evidence
