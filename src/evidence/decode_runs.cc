#include "evidence/decode_runs.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

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
};

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

void decode(std::string_view text, const Coding& coding,
            const std::function<void(std::string_view)>& take) {
  const auto belongs = [&](char c) { return digit(coding.digits, c) >= 0 || is_line_break(c); };
  each_run(text, belongs, [&](std::string_view run) {
    for (std::size_t skip = 0; skip < coding.alignments; ++skip) take(decoded(run, coding, skip));
  });
}

// `text` with every %XX replaced by its byte.
std::string percent_decoded(std::string_view text) {
  std::string plain;
  plain.reserve(text.size());
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool encoded = text[at] == '%' && at + 2 < text.size() && digit(hex, text[at + 1]) >= 0 &&
                         digit(hex, text[at + 2]) >= 0;
    if (!encoded) {
      plain += text[at];
      continue;
    }
    plain += static_cast<char>(digit(hex, text[at + 1]) * 16 + digit(hex, text[at + 2]));
    at += 2;
  }
  return plain;
}

bool in_a_url(char c) { return c > ' ' && c <= '~'; }

}  // namespace

void decode_runs(std::string_view text, const std::function<void(std::string_view)>& take) {
  decode(text, {.digits = base64, .bits = 6, .alignments = 4}, take);
  decode(text, {.digits = hex, .bits = 4, .alignments = 2}, take);
}

void decode_percent_signs(std::string_view text,
                          const std::function<void(std::string_view)>& take) {
  each_run(text, in_a_url, [&](std::string_view run) {
    if (run.contains('%')) take(percent_decoded(run));
  });
}

}  // namespace redcode::evidence
