#include "record/blob_store.h"

#include <fcntl.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <fstream>
#include <sstream>
#include <system_error>

#include "base/digest.h"
#include "base/failure.h"
#include "base/fd.h"
#include "base/random.h"
#include "record/packing.h"

namespace redcode::record {
namespace {

constexpr std::string_view part_prefix = "part-";

[[noreturn]] void refuse(std::string_view verb, const std::filesystem::path& path,
                         std::string_view why) {
  throw Failure(Failure::Kind::exhausted,
                fmt::format("cannot {} {}: {}", verb, path.string(), why));
}

std::unexpected<Error> no_blob(std::string code, std::string message) {
  return std::unexpected(Error{.code = std::move(code), .message = std::move(message)});
}

// All of `bytes` in a new file, on the disk itself if `writing` asks for it.
void write_whole(const std::filesystem::path& path, std::string_view bytes, Writing writing) {
  const Fd file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644));
  const bool written = file && ::write(file.get(), bytes.data(), bytes.size()) == std::ssize(bytes);
  if (!written || (writing == Writing::durable && ::fsync(file.get()) != 0)) {
    const std::string why = std::strerror(errno);
    ::unlink(path.c_str());
    refuse("write", path, why);
  }
}

void sync_one(const std::filesystem::path& path) {
  const Fd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file || ::fsync(file.get()) != 0) refuse("sync", path, std::strerror(errno));
}

}  // namespace

// What a power cut or a bad disk has damaged must not keep its place for ever.
bool BlobStore::has(std::string_view digest) const {
  if (writing_ == Writing::durable) return get(digest).has_value();
  std::error_code error;
  return std::filesystem::exists(folder_ / blob_path(digest), error);
}

void BlobStore::write(std::string_view bytes, const std::filesystem::path& path) const {
  std::error_code error;
  std::filesystem::create_directories(path.parent_path(), error);
  if (error) refuse("make", path.parent_path(), error.message());
  const std::filesystem::path part = folder_ / fmt::format("{}{}", part_prefix, random_token(12));
  write_whole(part, pack(bytes), writing_);
  std::filesystem::rename(part, path, error);
  if (error) refuse("name", path, error.message());
}

// The file too: whoever wrote it may still be at it, or have written it plainly. What is on the
// disk already costs next to nothing.
void BlobStore::sync(const std::filesystem::path& path) const {
  sync_one(path);
  sync_one(path.parent_path());
  sync_one(folder_);
}

std::string BlobStore::put(std::string_view bytes) const {
  std::string digest = sha256_hex(bytes);
  const std::filesystem::path path = folder_ / blob_path(digest);
  if (!has(digest)) write(bytes, path);
  if (writing_ == Writing::durable) sync(path);
  return digest;
}

void BlobStore::remove_parts() const {
  const auto long_ago = std::filesystem::file_time_type::clock::now() - std::chrono::hours(1);
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder_, error)) {
    const bool part = entry.path().filename().string().starts_with(part_prefix);
    if (part && entry.last_write_time(error) < long_ago)
      std::filesystem::remove(entry.path(), error);
  }
}

Result<std::string> BlobStore::get(std::string_view digest) const {
  if (!is_digest(digest)) return no_blob("blob-missing", "not a blob's digest");
  const std::filesystem::path path = folder_ / blob_path(digest);
  std::ifstream file(path, std::ios::binary);
  if (!file) return no_blob("blob-missing", fmt::format("no blob {} here", digest));
  std::error_code error;
  const auto size = std::filesystem::file_size(path, error);
  if (!error && size > largest_packed)
    return no_blob("blob-damaged", fmt::format("blob {} is longer than any blob", digest));
  std::ostringstream packed;
  packed << file.rdbuf();
  return unpack(packed.str(), digest);
}

}  // namespace redcode::record
