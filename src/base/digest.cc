#include "base/digest.h"

#include <openssl/sha.h>

#include <array>

#include "base/text.h"

namespace redcode {

std::string sha256_hex(std::string_view bytes) {
  std::array<unsigned char, SHA256_DIGEST_LENGTH> sum{};
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): OpenSSL takes unsigned bytes
  SHA256(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(), sum.data());
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast)
  return to_hex({reinterpret_cast<const char*>(sum.data()), sum.size()});
}

}  // namespace redcode
