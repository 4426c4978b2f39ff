#include "run/store/folder_store.h"

#include <fmt/format.h>
#include <unistd.h>

#include <functional>
#include <system_error>
#include <utility>

#include "base/failure.h"
#include "base/off_thread.h"

namespace redcode::store {

FolderStore::FolderStore(const std::filesystem::path& folder)
    : blobs_(folder, record::Writing::durable) {
  std::error_code error;
  std::filesystem::create_directory(folder, error);
  if (error || !std::filesystem::is_directory(folder, error)) {
    throw Failure(Failure::Kind::unavailable,
                  fmt::format("there is no folder {}, and it cannot be made: {}", folder.string(),
                              error.message()));
  }
  if (::access(folder.c_str(), R_OK | W_OK | X_OK) != 0) {
    throw Failure(Failure::Kind::unavailable,
                  fmt::format("this user cannot write in the folder {}", folder.string()));
  }
}

// A disk of another host may take seconds to answer, so nobody else waits for it.
Task<std::string> FolderStore::put(std::string bytes) {
  std::function<std::string()> work = [&blobs = blobs_, bytes = std::move(bytes)] {
    return blobs.put(bytes);
  };
  co_return co_await off_thread(std::move(work));
}

Task<std::string> FolderStore::get(std::string digest) {
  std::function<Result<std::string>()> work = [&blobs = blobs_, &digest] {
    return blobs.get(digest);
  };
  Result<std::string> bytes = co_await off_thread(std::move(work));
  if (bytes) co_return *std::move(bytes);
  const bool missing = bytes.error().code == "blob-missing";
  throw Failure(missing ? Failure::Kind::unavailable : Failure::Kind::corrupt,
                bytes.error().message);
}

}  // namespace redcode::store
