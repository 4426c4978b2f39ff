// BlobStore: bytes by the SHA-256 of their content, zstd-compressed, written whole or not at all.
//
// Thread safety: keeps no state in memory, so calls may overlap on any threads and hosts.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "base/atomic_file.h"
#include "base/result.h"

namespace redcode::record {

// Whether put() waits until the disk has what it was given. It takes milliseconds, so a run on one
// host, which syncs its log alone, does without.
enum class Writing { plain, durable };

class BlobStore {
 public:
  explicit BlobStore(std::filesystem::path folder, Writing writing = Writing::plain)
      : folder_(std::move(folder)), writing_(writing) {}

  // Stores `bytes` and returns their digest. Throws Failure when the disk will not take them.
  // Durable: they outlive a power cut from then on, and a damaged blob is written anew.
  std::string put(std::string_view bytes) const;
  // Removes what a killed writer left half-written: what nobody has touched for an hour. Others may
  // be writing here.
  void remove_parts() const { redcode::remove_parts(folder_); }
  // Errors: blob-missing, blob-damaged.
  Result<std::string> get(std::string_view digest) const;

 private:
  bool has(std::string_view digest) const;
  void write(std::string_view bytes, const std::filesystem::path& path) const;
  void sync(const std::filesystem::path& path) const;

  std::filesystem::path folder_;
  Writing writing_;
};

}  // namespace redcode::record
