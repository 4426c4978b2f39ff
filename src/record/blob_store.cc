#include "record/blob_store.h"

#include <system_error>

#include "base/atomic_file.h"
#include "base/digest.h"
#include "base/failure.h"
#include "record/packing.h"
#include "record/run_file.h"

namespace redcode::record {
namespace {

[[noreturn]] void refuse(std::string_view verb, const std::filesystem::path& path,
                         std::string_view why) {
  throw Failure(Failure::Kind::unwritable,
                fmt::format("cannot {} {}: {}", verb, path.string(), why));
}

std::unexpected<Error> no_blob(std::string code, std::string message) {
  return std::unexpected(Error{.code = std::move(code), .message = std::move(message)});
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
  AtomicFile file(folder_, {.durable = writing_ == Writing::durable});
  file.write(pack(bytes));
  file.publish(path);
}

// The file too: whoever wrote it may still be at it, or have written it plainly. What is on the
// disk already costs next to nothing.
void BlobStore::sync(const std::filesystem::path& path) const {
  sync_to_disk(path);
  sync_to_disk(path.parent_path());
  sync_to_disk(folder_);
}

std::string BlobStore::put(std::string_view bytes) const {
  std::string digest = sha256_hex(bytes);
  const std::filesystem::path path = folder_ / blob_path(digest);
  if (!has(digest)) write(bytes, path);
  if (writing_ == Writing::durable) sync(path);
  return digest;
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
