#include "base/staged_folder.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "base/failure.h"
#include "base/random.h"

namespace redcode {

StagedFolder::StagedFolder(const std::filesystem::path& parent)
    : path_(parent / (".incoming-" + random_token(12))) {
  std::filesystem::create_directories(parent);
  std::filesystem::create_directory(path_);
  std::filesystem::permissions(path_, std::filesystem::perms::owner_all);
}

StagedFolder::~StagedFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

void StagedFolder::publish(const std::filesystem::path& target) const {
  const unsigned how = std::filesystem::exists(target) ? RENAME_EXCHANGE : RENAME_NOREPLACE;
  if (renameat2(AT_FDCWD, path_.c_str(), AT_FDCWD, target.c_str(), how) != 0) {
    throw Failure(Failure::Kind::unavailable, fmt::format("cannot put a folder at {}: {}",
                                                          target.string(), std::strerror(errno)));
  }
}

}  // namespace redcode
