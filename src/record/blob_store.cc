#include "record/blob_store.h"

#include <fcntl.h>
#include <zstd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>
#include <system_error>

#include "base/digest.h"
#include "base/failure.h"
#include "base/fd.h"
#include "base/random.h"

namespace redcode::record {
namespace {

constexpr int level = 3;
constexpr std::string_view part_prefix = "part-";
constexpr unsigned long long largest = 256ULL << 20U;

std::string compress(std::string_view bytes) {
  std::string out(ZSTD_compressBound(bytes.size()), '\0');
  const std::size_t size = ZSTD_compress(out.data(), out.size(), bytes.data(), bytes.size(), level);
  if (ZSTD_isError(size) != 0)
    throw Failure(Failure::Kind::exhausted, "zstd could not compress a blob");
  out.resize(size);
  return out;
}

Result<std::string> decompress(const std::string& packed) {
  const Error damaged{.code = "blob-damaged", .message = "the blob does not decompress"};
  const unsigned long long size = ZSTD_getFrameContentSize(packed.data(), packed.size());
  if (size == ZSTD_CONTENTSIZE_ERROR || size == ZSTD_CONTENTSIZE_UNKNOWN || size > largest) {
    return std::unexpected(damaged);
  }
  std::string out(size, '\0');
  const std::size_t got = ZSTD_decompress(out.data(), out.size(), packed.data(), packed.size());
  if (ZSTD_isError(got) != 0 || got != size) return std::unexpected(damaged);
  return out;
}

void write_whole(const std::filesystem::path& path, std::string_view bytes) {
  const Fd file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644));
  const bool written = file && ::write(file.get(), bytes.data(), bytes.size()) == std::ssize(bytes);
  if (!written) {
    const std::string why = std::strerror(errno);
    ::unlink(path.c_str());
    throw Failure(Failure::Kind::exhausted, fmt::format("cannot write {}: {}", path.string(), why));
  }
}

}  // namespace

std::filesystem::path BlobStore::path_of(std::string_view digest) const {
  return folder_ / digest.substr(0, 2) / fmt::format("{}.zst", digest.substr(2));
}

std::string BlobStore::put(std::string_view bytes) const {
  const std::string digest = sha256_hex(bytes);
  const std::filesystem::path path = path_of(digest);
  std::error_code error;
  if (std::filesystem::exists(path, error)) return digest;

  std::filesystem::create_directories(path.parent_path(), error);
  if (error) {
    throw Failure(Failure::Kind::exhausted,
                  fmt::format("cannot make {}: {}", path.parent_path().string(), error.message()));
  }
  const std::filesystem::path part = folder_ / fmt::format("{}{}", part_prefix, random_token(12));
  write_whole(part, compress(bytes));
  std::filesystem::rename(part, path, error);
  if (error) {
    throw Failure(Failure::Kind::exhausted,
                  fmt::format("cannot name {}: {}", path.string(), error.message()));
  }
  return digest;
}

void BlobStore::remove_parts() const {
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder_, error)) {
    if (entry.path().filename().string().starts_with(part_prefix))
      std::filesystem::remove(entry.path(), error);
  }
}

Result<std::string> BlobStore::get(std::string_view digest) const {
  if (digest.size() != 64 ||
      digest.find_first_not_of("0123456789abcdef") != std::string_view::npos) {
    return std::unexpected(Error{.code = "blob-missing", .message = "not a blob's digest"});
  }
  std::ifstream file(path_of(digest), std::ios::binary);
  if (!file) {
    return std::unexpected(
        Error{.code = "blob-missing", .message = fmt::format("no blob {} in this run", digest)});
  }
  std::ostringstream packed;
  packed << file.rdbuf();
  Result<std::string> bytes = decompress(packed.str());
  if (bytes && sha256_hex(*bytes) != digest) {
    return std::unexpected(
        Error{.code = "blob-damaged",
              .message = fmt::format("blob {} does not match its digest", digest)});
  }
  return bytes;
}

}  // namespace redcode::record
