#include "base/digest.h"

#include <fmt/format.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
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
    throw Failure(Failure::Kind::no_memory, "cannot begin a digest");
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

std::string hmac_sha256(const std::string& key, std::string_view text) {
  std::string sum(EVP_MAX_MD_SIZE, '\0');
  unsigned size = 0;
  // NOLINTBEGIN(cppcoreguidelines-pro-type-reinterpret-cast): OpenSSL's bytes are unsigned
  const auto* made = HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()),
                          reinterpret_cast<const unsigned char*>(text.data()), text.size(),
                          reinterpret_cast<unsigned char*>(sum.data()), &size);
  // NOLINTEND(cppcoreguidelines-pro-type-reinterpret-cast)
  if (made == nullptr) throw Failure(Failure::Kind::unavailable, "OpenSSL signed nothing");
  sum.resize(size);
  return sum;
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
