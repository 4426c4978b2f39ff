#include "base/random.h"

#include <sys/random.h>

#include <array>
#include <string_view>

#include "base/failure.h"

namespace redcode {

std::string random_token(std::size_t length) {
  static constexpr std::string_view alphabet = "abcdefghijklmnopqrstuvwxyz0123456789";
  static constexpr unsigned char fair = 252;  // 7 * 36: above it the remainder would be biased
  std::string token;
  while (token.size() < length) {
    std::array<unsigned char, 64> bytes{};
    if (getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) {
      throw Failure(Failure::Kind::unavailable, "the kernel gave no random bytes");
    }
    for (const unsigned char byte : bytes) {
      if (byte < fair && token.size() < length) token += alphabet[byte % alphabet.size()];
    }
  }
  return token;
}

}  // namespace redcode
