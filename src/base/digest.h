// SHA-256, the one hash behind ids, blobs and checksums.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

using EVP_MD_CTX = struct evp_md_ctx_st;  // OpenSSL's

namespace redcode {

// 64 lower-case hex digits.
std::string sha256_hex(std::string_view bytes);

// The same of bytes that come one after the other.
class Sha256 {
 public:
  Sha256();
  void add(std::string_view bytes);
  // 64 lower-case hex digits of all that was added; nothing can be added any more.
  std::string finish();

 private:
  std::unique_ptr<EVP_MD_CTX, void (*)(EVP_MD_CTX*)> context_;
};

// HMAC-SHA-256, 32 bytes as they are.
std::string hmac_sha256(const std::string& key, std::string_view text);

// "sha256:…" of a file's bytes. Throws Failure{unavailable}.
std::string file_digest(const std::filesystem::path& file);

}  // namespace redcode
