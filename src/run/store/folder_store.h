// FolderStore: a store in a folder, local or on a shared file system, laid out as a run's blobs.
#pragma once

#include <filesystem>
#include <string>

#include "base/task.h"
#include "record/blob_store.h"
#include "run/store/store.h"

namespace redcode::store {

class FolderStore final : public Store {
 public:
  // Makes the folder unless it is there, but not those above it: on a host that lacks them, a
  // shared file system is not mounted. Throws Failure{unavailable} when there is none to write in.
  explicit FolderStore(const std::filesystem::path& folder);

  Task<std::string> put(std::string bytes) override;
  Task<std::string> get(std::string digest) override;

 private:
  record::BlobStore blobs_;
};

}  // namespace redcode::store
