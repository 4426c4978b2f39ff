#include "evidence/spellings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <utility>

#include "base/text.h"

namespace redcode::evidence {
namespace {

constexpr std::string_view base32_digits = "abcdefghijklmnopqrstuvwxyz234567";
constexpr std::string_view base64_signs =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::string_view url_safe_signs =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr std::string_view python_base85 =
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~";

// What is shorter can be guessed, and turns up by chance in some spelling.
constexpr std::size_t shortest_token = 16;

std::uint8_t byte_of(char c) { return static_cast<std::uint8_t>(c); }

// The digits of (`skip` unknown bytes + token), `bits` each, that the token alone decides.
std::string core(std::string_view token, std::size_t skip, std::string_view digits,
                 std::size_t bits) {
  std::string encoded;
  std::uint32_t pending = 0;
  std::size_t count = 0;
  for (const char byte : std::string(skip, '\0') + std::string(token)) {
    pending = pending << 8U | byte_of(byte);
    count += 8;
    for (; count >= bits; count -= bits)
      encoded += digits[pending >> (count - bits) & ((1U << bits) - 1)];
  }
  return encoded.substr((skip * 8 + bits - 1) / bits);
}

// Four bytes are five digits; `offset` of the token's bytes belong to the group before.
std::string base85_core(std::string_view token, std::size_t offset, bool adobe) {
  std::string encoded;
  for (; offset + 4 <= token.size(); offset += 4) {
    std::uint32_t group = 0;
    for (const char byte : token.substr(offset, 4)) group = group << 8U | byte_of(byte);
    std::string digits(5, '\0');
    for (std::size_t place = 5; place-- > 0; group /= 85) {
      digits[place] = adobe ? static_cast<char>('!' + group % 85) : python_base85[group % 85];
    }
    encoded += digits;
  }
  return encoded;
}

std::string rot13(std::string_view small) {
  std::string turned(small);
  for (char& c : turned) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>('a' + (c - 'a' + 13) % 26);
  }
  return turned;
}

std::string in_capitals(std::string_view text) {
  std::string all(text);
  std::ranges::transform(all, all.begin(), [](char c) {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  });
  return all;
}

// Every byte by `spelled`, as it looks in the folded view.
template <class Spell>
std::string each(std::string_view token, const Spell& spell) {
  std::string all;
  for (const char byte : token) all += spell(byte_of(byte));
  return all;
}

// As forms and addresses carry a text with other signs than letters and digits in it.
std::string quoted(std::string_view text, std::string_view blank, bool capital) {
  static constexpr std::string_view kept = "-._~";
  std::string encoded;
  for (const char byte : text) {
    const bool plain = std::isalnum(byte_of(byte)) != 0 || kept.contains(byte);
    if (byte == ' ') {
      encoded += blank;
    } else if (plain) {
      encoded += byte;
    } else {
      encoded +=
          capital ? fmt::format("%{:02X}", byte_of(byte)) : fmt::format("%{:02x}", byte_of(byte));
    }
  }
  return encoded;
}

void add_base64(std::string_view token, std::vector<Spelling>& all) {
  for (std::size_t skip = 0; skip < 3; ++skip) {
    std::string standard = core(token, skip, base64_signs, 6);
    std::string url_safe = core(token, skip, url_safe_signs, 6);
    if (url_safe != standard) {
      all.push_back({.view = View::flat, .encoding = "base64", .needle = std::move(url_safe)});
    }
    all.push_back({.view = View::flat, .encoding = "base64", .needle = std::move(standard)});
  }
}

constexpr std::array<char, 256> folding() {
  std::array<char, 256> table{};
  for (std::size_t c = 0; c < table.size(); ++c) {
    const bool small = c >= 'a' && c <= 'z';
    const bool digit = c >= '0' && c <= '9';
    const bool capital = c >= 'A' && c <= 'Z';
    table.at(c) = static_cast<char>(small || digit ? c : capital ? c - 'A' + 'a' : 0);
  }
  return table;
}

constexpr std::array<char, 256> fold = folding();

}  // namespace

std::string folded(std::string_view bytes) {
  std::string small(bytes.size(), '\0');
  std::size_t size = 0;
  for (const char byte : bytes) {
    // NOLINTNEXTLINE(cppcoreguidelines-pro-bounds-constant-array-index): a byte is in range
    const char kept = fold[byte_of(byte)];
    small[size] = kept;
    size += kept != '\0' ? 1 : 0;
  }
  small.resize(size);
  return small;
}

std::string flat(std::string_view bytes) {
  std::string one(bytes.size(), '\0');
  std::size_t size = 0;
  for (const char byte : bytes) {
    one[size] = byte;
    size += byte != '\n' && byte != '\r' ? 1 : 0;
  }
  one.resize(size);
  return one;
}

std::string steps(std::string_view bytes) {
  std::string all(bytes.empty() ? 0 : bytes.size() - 1, '\0');
  for (std::size_t at = 0; at < all.size(); ++at)
    all[at] = static_cast<char>(byte_of(bytes[at]) ^ byte_of(bytes[at + 1]));
  return all;
}

std::string utf16_core(std::string_view token) {
  std::string wide;
  for (const char byte : token) {
    wide += byte;
    wide += '\0';
  }
  wide.resize(wide.empty() ? 0 : wide.size() - 1);
  return wide;
}

std::string percent_encoded(std::string_view token) {
  return each(token, [](unsigned byte) { return fmt::format("%{:02x}", byte); });
}

std::vector<Spelling> spellings_of_token(std::string_view token) {
  const std::string small = folded(token);
  const std::string bytes = lower(token);
  if (small.size() < shortest_token) return spellings_of_text(token);
  std::vector<Spelling> all;
  const auto add = [&all](View view, const char* encoding, std::string needle) {
    all.push_back({.view = view, .encoding = encoding, .needle = std::move(needle)});
  };
  add(View::folded, "plain", small);
  add(View::folded, "rot13", rot13(small));
  add(View::folded, "reversed", std::string(small.rbegin(), small.rend()));
  add(View::folded, "hex", to_hex(bytes));
  add(View::folded, "hex", each(bytes, [](unsigned b) { return fmt::format("0x{:02x}", b); }));
  add(View::folded, "escapes", each(bytes, [](unsigned b) { return fmt::format("x{:02x}", b); }));
  add(View::folded, "escapes", each(bytes, [](unsigned b) { return fmt::format("u{:04x}", b); }));
  add(View::folded, "decimal", each(bytes, [](unsigned b) { return fmt::format("{}", b); }));
  for (std::size_t skip = 0; skip < 5; ++skip)
    add(View::folded, "base32", core(bytes, skip, base32_digits, 5));
  for (std::size_t offset = 0; offset < 4; ++offset) {
    add(View::flat, "base85", base85_core(bytes, offset, true));
    add(View::flat, "base85", base85_core(bytes, offset, false));
  }
  add_base64(bytes, all);
  const std::string capitals = in_capitals(token);
  if (capitals != bytes) add_base64(capitals, all);
  add(View::steps, "xor", steps(bytes));
  return all;
}

std::vector<Spelling> spellings_of_text(std::string_view text) {
  std::vector<Spelling> all{
      {.view = View::exact, .encoding = "plain", .needle = std::string(text)}};
  all.push_back({.view = View::exact, .encoding = "utf-16", .needle = utf16_core(text)});
  all.push_back({.view = View::folded, .encoding = "hex", .needle = to_hex(text)});
  for (const std::string_view blank : {"%20", "+"}) {
    for (const bool capital : {true, false}) {
      std::string one = quoted(text, blank, capital);
      if (one != text)
        all.push_back({.view = View::flat, .encoding = "url", .needle = std::move(one)});
    }
  }
  add_base64(text, all);
  return all;
}

}  // namespace redcode::evidence
