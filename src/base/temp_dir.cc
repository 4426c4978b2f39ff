#include "base/temp_dir.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>

#include <cstdlib>
#include <string>
#include <system_error>

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

TempDir::~TempDir() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::vector<std::filesystem::path> remove_abandoned_temp_dirs() {
  std::vector<std::filesystem::path> removed;
  std::error_code error;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::filesystem::temp_directory_path(), error)) {
    const bool ours = entry.is_directory(error) && !entry.is_symlink(error) &&
                      entry.path().filename().string().starts_with(prefix);
    if (!ours || !lock_marker(entry.path(), 0)) continue;
    std::filesystem::remove_all(entry.path(), error);
    if (!error) removed.push_back(entry.path());
  }
  return removed;
}

}  // namespace redcode
