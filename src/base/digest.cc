#include "base/digest.h"

#include <fmt/format.h>
#include <openssl/evp.h>
#include <openssl/sha.h>

#include <array>
#include <fstream>
#include <memory>

#include "base/failure.h"
#include "base/text.h"

namespace redcode {

std::string sha256_hex(std::string_view bytes) {
  std::array<unsigned char, SHA256_DIGEST_LENGTH> sum{};
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): OpenSSL takes unsigned bytes
  SHA256(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(), sum.data());
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast)
  return to_hex({reinterpret_cast<const char*>(sum.data()), sum.size()});
}

Sha256::Sha256() : context_(EVP_MD_CTX_new(), EVP_MD_CTX_free) {
  if (!context_ || EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr) != 1)
    throw Failure(Failure::Kind::exhausted, "cannot begin a digest");
}

void Sha256::add(std::string_view bytes) {
  EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size());
}

std::string Sha256::finish() {
  std::array<unsigned char, EVP_MAX_MD_SIZE> sum{};
  unsigned size = 0;
  EVP_DigestFinal_ex(context_.get(), sum.data(), &size);
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): OpenSSL's bytes are unsigned
  return to_hex({reinterpret_cast<const char*>(sum.data()), size});
}

std::string file_digest(const std::filesystem::path& file) {
  constexpr std::size_t block_size = 65536;
  std::ifstream bytes(file, std::ios::binary);
  if (!bytes)
    throw Failure(Failure::Kind::unavailable, fmt::format("cannot read {}", file.string()));
  Sha256 digest;
  std::string block(block_size, '\0');
  while (bytes.read(block.data(), block_size) || bytes.gcount() > 0)
    digest.add({block.data(), static_cast<std::size_t>(bytes.gcount())});
  return "sha256:" + digest.finish();
}

}  // namespace redcode
