// TempDir: a private directory that is gone when its owner is.
//
// Each carries a marker file and is locked by its owner while it lives, so that what a killed
// process left can be told from what is in use.
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "base/fd.h"

namespace redcode {

class TempDir {
 public:
  // Makes <system temp>/redcode-<purpose>-XXXXXX with mode 0700. Throws Failure.
  explicit TempDir(std::string_view purpose);
  TempDir(TempDir&&) = delete;
  TempDir& operator=(TempDir&&) = delete;
  TempDir(const TempDir&) = delete;
  TempDir& operator=(const TempDir&) = delete;
  ~TempDir();

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  Fd lock_;
};

// The TempDirs of processes that are gone. Those of other users cannot be told.
std::vector<std::filesystem::path> abandoned_temp_dirs();

// Removes the TempDirs of processes that are gone; gives their paths. Touches nothing without our
// marker.
std::vector<std::filesystem::path> remove_abandoned_temp_dirs();

}  // namespace redcode
