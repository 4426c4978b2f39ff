#include "record/blob_store.h"

#include <fcntl.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <system_error>

#include "base/digest.h"
#include "base/failure.h"
#include "base/fd.h"
#include "base/random.h"
#include "record/line_append.h"
#include "record/packing.h"
#include "record/run_file.h"

namespace redcode::record {
namespace {

constexpr std::string_view part_prefix = "part-";

[[noreturn]] void refuse(std::string_view verb, const std::filesystem::path& path,
                         std::string_view why) {
  throw Failure(Failure::Kind::unwritable,
                fmt::format("cannot {} {}: {}", verb, path.string(), why));
}

std::unexpected<Error> no_blob(std::string code, std::string message) {
  return std::unexpected(Error{.code = std::move(code), .message = std::move(message)});
}

// All of `bytes` in a new file, on the disk itself if `writing` asks for it.
void write_whole(const std::filesystem::path& path, std::string_view bytes, Writing writing) {
  const Fd file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644));
  int error = file ? write_all(file, bytes) : errno;
  if (error == 0 && writing == Writing::durable && ::fsync(file.get()) != 0) error = errno;
  if (error == 0) return;
  ::unlink(path.c_str());
  refuse("write", path, std::strerror(error));
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
  // Of a stranger's folder a link would have blobs written anywhere.
  if (!not_a_link(path.parent_path())) refuse("write to", path.parent_path(), "it is a link");
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
  for (const std::filesystem::path& path : entries_in(folder_, error)) {
    const bool part = path.filename().string().starts_with(part_prefix);
    if (part && std::filesystem::last_write_time(path, error) < long_ago)
      std::filesystem::remove(path, error);
  }
}

Result<std::string> BlobStore::get(std::string_view digest) const {
  if (!is_digest(digest)) return no_blob("blob-missing", "not a blob's digest");
  const std::filesystem::path path = folder_ / blob_path(digest);
  const Result<std::string> packed = read_run_file(path, largest_packed);
  if (packed) return unpack(*packed, digest);
  const bool missing = packed.error().code == "run-missing";
  if (missing) return no_blob("blob-missing", fmt::format("no blob {} here", digest));
  return no_blob("blob-damaged", fmt::format("blob {}: {}", digest, packed.error().message));
}

}  // namespace redcode::record
