// BlobStore: bytes by the SHA-256 of their content, zstd-compressed, written whole or not at all.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "base/result.h"

namespace redcode::record {

class BlobStore {
 public:
  explicit BlobStore(std::filesystem::path folder) : folder_(std::move(folder)) {}

  // Stores `bytes` and returns their digest. Throws Failure when the disk will not take them.
  std::string put(std::string_view bytes) const;
  // Removes what a killed writer left half-written. Requires: nobody else writes here.
  void remove_parts() const;
  // Errors: blob-missing, blob-damaged.
  Result<std::string> get(std::string_view digest) const;

 private:
  std::filesystem::path path_of(std::string_view digest) const;

  std::filesystem::path folder_;
};

}  // namespace redcode::record
