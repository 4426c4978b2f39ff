// TempDir: a private directory that is gone when its owner is.
#pragma once

#include <filesystem>
#include <string_view>

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
};

}  // namespace redcode
