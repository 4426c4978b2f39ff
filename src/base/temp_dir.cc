#include "base/temp_dir.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/mount.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <string>
#include <system_error>

#include "base/entries.h"
#include "base/failure.h"

namespace redcode {
namespace {

constexpr std::string_view prefix = "redcode-";
constexpr std::string_view marker = ".redcode-temporary";

// The marker of `folder`, opened and locked; an empty Fd when there is none or somebody holds it.
Fd lock_marker(const std::filesystem::path& folder, int flags) {
  Fd file(::open((folder / marker).c_str(), flags | O_RDONLY | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (file && flock(file.get(), LOCK_EX | LOCK_NB) != 0) return {};
  return file;
}

// Whatever is mounted below `folder`, innermost first: a tool that was killed may have left some,
// and nothing of another file system must be deleted with the folder.
std::vector<std::string> mounts_below(const std::filesystem::path& folder) {
  std::vector<std::string> found;
  std::ifstream mounts("/proc/self/mounts");
  for (std::string source, target, rest;
       mounts >> source >> target && std::getline(mounts, rest);) {
    if (target.starts_with(folder.string() + "/")) found.push_back(target);
  }
  std::ranges::reverse(found);
  return found;
}

// Keeps the folder when a mount in it cannot be taken off.
bool remove_tree(const std::filesystem::path& folder) {
  for (const std::string& mount : mounts_below(folder)) {
    if (umount2(mount.c_str(), MNT_DETACH | UMOUNT_NOFOLLOW) != 0) return false;
  }
  std::error_code error;
  std::filesystem::remove_all(folder, error);
  return !error;
}

}  // namespace

TempDir::TempDir(std::string_view purpose) {
  std::string pattern =
      (std::filesystem::temp_directory_path() / fmt::format("{}{}-XXXXXX", prefix, purpose))
          .string();
  if (mkdtemp(pattern.data()) == nullptr) {
    throw Failure(Failure::Kind::unavailable, "cannot make a temporary directory at " + pattern);
  }
  path_ = pattern;
  lock_ = lock_marker(path_, O_CREAT);
}

TempDir::~TempDir() { remove_tree(path_); }

std::vector<std::filesystem::path> abandoned_temp_dirs() {
  std::vector<std::filesystem::path> abandoned;
  std::error_code error;
  for (const std::filesystem::path& path :
       entries_of(std::filesystem::temp_directory_path(error))) {
    const bool ours = path.filename().string().starts_with(prefix) &&
                      std::filesystem::is_directory(std::filesystem::symlink_status(path, error));
    if (ours && lock_marker(path, 0)) abandoned.push_back(path);
  }
  return abandoned;
}

std::vector<std::filesystem::path> remove_abandoned_temp_dirs() {
  std::vector<std::filesystem::path> removed = abandoned_temp_dirs();
  std::erase_if(removed, [](const std::filesystem::path& folder) { return !remove_tree(folder); });
  return removed;
}

}  // namespace redcode
