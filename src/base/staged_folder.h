// StagedFolder: a folder that is made aside and put in its place whole, or not at all.
#pragma once

#include <filesystem>

namespace redcode {

class StagedFolder {
 public:
  // Makes <parent>/.incoming-…, with `parent` if need be, for the owner alone. Throws
  // std::filesystem::filesystem_error.
  explicit StagedFolder(const std::filesystem::path& parent);
  StagedFolder(StagedFolder&&) = delete;
  StagedFolder& operator=(StagedFolder&&) = delete;
  StagedFolder(const StagedFolder&) = delete;
  StagedFolder& operator=(const StagedFolder&) = delete;
  // Removes what was not published, or what that replaced.
  ~StagedFolder();

  const std::filesystem::path& path() const { return path_; }

  // Puts it at `target`, a neighbour, in place of what was there. Throws Failure{unavailable}.
  void publish(const std::filesystem::path& target) const;

 private:
  std::filesystem::path path_;
};

}  // namespace redcode
