// Ground: the file system that a call would act on, as it is now. Nothing is changed.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/effects/effect.h"

namespace redcode::effects {

inline constexpr std::size_t most_script_file_bytes = std::size_t{256} << 10U;
inline constexpr std::size_t most_matches = 64;

class Ground {
 public:
  // `root` is where "/" of the call lies: a folder that holds a world, or "/" itself. `working_dir`
  // and `home` are paths in it.
  Ground(std::filesystem::path root, std::string working_dir, std::string home);

  // Where nothing is: every path is what it says, and does not exist. For examples.
  static Ground empty(std::string working_dir, std::string home);

  const std::string& working_dir() const { return working_dir_; }
  const std::string& home() const { return home_; }
  // The folder of the repository that the call starts in; without one the working folder.
  const std::string& project() const { return project_; }

  // Links followed as far as anything exists. "" if it cannot be said.
  std::string real(const std::string& path) const;
  bool exists(const std::string& path) const;
  bool is_folder(const std::string& path) const;
  // A regular file that is not too large, whole.
  std::optional<std::string> text(const std::string& path) const;
  // The names in a folder, sorted; nothing if there are too many.
  std::optional<std::vector<std::string>> names(const std::string& folder) const;
  // Paths that a pattern of the shell matches, sorted. Nothing if there are more than most_matches.
  std::optional<std::vector<std::string>> matches(const std::string& pattern) const;
  // Everything below a folder that has such a name, links not followed. Nothing if there are more
  // than most_matches, or too much to look through.
  std::optional<std::vector<std::string>> find(const std::string& folder,
                                               const std::string& name) const;
  Facts facts(const std::string& path) const;

 private:
  Ground() = default;
  std::filesystem::path host(const std::string& path) const;

  std::filesystem::path root_;
  std::string working_dir_;
  std::string home_;
  std::string project_;
};

// Dots and doubled slashes taken out, links not followed.
std::string normal(std::string_view path);
bool is_within(std::string_view path, std::string_view folder);
bool matches_pattern(std::string_view pattern, std::string_view text);

}  // namespace redcode::effects
