#include "evidence/token_shapes.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <initializer_list>

#include "base/random.h"

namespace redcode::evidence {
namespace {

// Below `end`, which is at most 36: from one random letter or digit.
std::size_t random_below(std::size_t end) {
  static constexpr std::string_view digits = "abcdefghijklmnopqrstuvwxyz0123456789";
  return digits.find(random_token(1)) % end;
}

// `length` hex digits, the first a letter: what begins with a digit may be read as a number.
std::string random_hex(std::size_t length) {
  static constexpr std::string_view digits = "abcdef0123456789";
  std::string hex;
  while (hex.size() < length) {
    for (const char c : random_token(length * 3)) {
      const std::size_t value = digits.find(c);
      const bool fits = value < (hex.empty() ? 6 : digits.size());
      if (fits && hex.size() < length) hex += c;
    }
  }
  return hex;
}

std::string random_word(std::size_t length) {
  std::string word = random_token(length);
  while (word.front() >= '0' && word.front() <= '9') word = random_token(length);
  return word;
}

// `count` groups of `length`, with a sign between them.
std::string groups(std::size_t count, std::size_t length, char sign) {
  const std::string all = random_word(count * length);
  std::string token;
  for (std::size_t at = 0; at < all.size(); at += length) {
    if (at > 0) token += sign;
    token += all.substr(at, length);
  }
  return token;
}

std::string uuid() {
  std::string hex = random_hex(32);
  hex[12] = '4';
  hex[16] = "89ab"[random_below(4)];
  for (const std::size_t at : {20U, 16U, 12U, 8U}) hex.insert(at, "-");
  return hex;
}

std::string api_key() {
  static constexpr std::array<std::string_view, 6> heads{"sk_live_", "key-",     "ak_",
                                                         "sk-",      "rk_live_", "api-"};
  return std::string(heads.at(random_below(heads.size()))) + random_token(24 + random_below(9));
}

std::string access_token() {
  static constexpr std::array<std::string_view, 6> heads{"ghp_", "glpat-", "pat_",
                                                         "npm_", "hf_",    "xoxb-"};
  return std::string(heads.at(random_below(heads.size()))) + random_token(30 + random_below(7));
}

std::string password() {
  if (random_below(2) == 0) return groups(4, 5 + random_below(3), '-');
  return random_word(20 + random_below(9));
}

std::string digest() { return random_hex(random_below(2) == 0 ? 40 : 64); }

// What people write beside things: numbers of files, marks, references.
std::string reference() {
  switch (random_below(6)) {
    case 0:
      return uuid();
    case 1:
      return groups(5, 4 + random_below(3), '-');
    case 2:
      return groups(4, 5 + random_below(4), '-');
    case 3:
      return groups(3, 7 + random_below(4), '_');
    case 4:
      return random_hex(28 + random_below(13));
    default:
      return random_word(20 + random_below(13));
  }
}

bool says(std::string_view name, std::initializer_list<std::string_view> words) {
  return std::ranges::any_of(words, [&](std::string_view word) { return name.contains(word); });
}

}  // namespace

std::string draw_token(std::string_view name) {
  if (says(name, {"password", "passw", "passphrase", "dbpass", "pin", "word"})) return password();
  if (says(name, {"hash", "digest", "checksum", "fingerprint"})) return digest();
  if (says(name, {"ssh", "tls", "deploy", "private", "public", "unseal", "wallet", "signing"}))
    return random_word(48 + random_below(9));
  if (says(name, {"session", "cookie", "sid"})) return random_hex(32);
  if (says(name, {"token", "git", "bearer", "cloud"})) return access_token();
  if (says(name, {"key", "api", "secret"})) return api_key();
  return reference();
}

}  // namespace redcode::evidence
