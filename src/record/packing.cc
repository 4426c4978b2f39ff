#include "record/packing.h"

#include <zstd.h>

#include "base/digest.h"
#include "base/failure.h"

namespace redcode::record {
namespace {

constexpr int level = 3;

std::unexpected<Error> damaged(std::string message) {
  return std::unexpected(Error{.code = "blob-damaged", .message = std::move(message)});
}

}  // namespace

bool is_digest(std::string_view text) {
  return text.size() == 64 && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

std::string blob_path(std::string_view digest) {
  return fmt::format("{}/{}.zst", digest.substr(0, 2), digest.substr(2));
}

std::string pack(std::string_view bytes) {
  if (bytes.size() > largest_blob) {
    throw Failure(Failure::Kind::too_large,
                  fmt::format("a blob of {} bytes is too large: at most {} are kept", bytes.size(),
                              largest_blob));
  }
  std::string out(ZSTD_compressBound(bytes.size()), '\0');
  const std::size_t size = ZSTD_compress(out.data(), out.size(), bytes.data(), bytes.size(), level);
  if (ZSTD_isError(size) != 0)
    throw Failure(Failure::Kind::no_memory, "zstd could not compress a blob");
  out.resize(size);
  return out;
}

Result<std::string> unpack(std::string_view packed, std::string_view digest) {
  static constexpr std::string_view garbled = "the blob does not decompress";
  const unsigned long long size = ZSTD_getFrameContentSize(packed.data(), packed.size());
  if (size == ZSTD_CONTENTSIZE_ERROR || size == ZSTD_CONTENTSIZE_UNKNOWN || size > largest_blob)
    return damaged(std::string(garbled));
  std::string out(size, '\0');
  const std::size_t got = ZSTD_decompress(out.data(), out.size(), packed.data(), packed.size());
  if (ZSTD_isError(got) != 0 || got != size) return damaged(std::string(garbled));
  if (sha256_hex(out) != digest)
    return damaged(fmt::format("blob {} does not match its digest", digest));
  return out;
}

}  // namespace redcode::record
