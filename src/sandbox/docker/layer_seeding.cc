#include "sandbox/docker/layer_seeding.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>

#include "base/failure.h"
#include "base/fd.h"
#include "base/text.h"

namespace redcode::docker {
namespace {

using record::SeededFile;
using sandbox::Ids;

[[noreturn]] void fail_at(const std::string& path) {
  throw Failure(Failure::Kind::unavailable,
                fmt::format("cannot seed {}: {}", one_line(path, 200), std::strerror(errno)));
}

// No link is followed on the way: a layer's links lead to this host's files.
Fd open_below(int root, const std::string& path, std::uint64_t flags) {
  open_how how{};
  how.flags = flags | O_CLOEXEC;
  how.mode = (flags & O_CREAT) != 0 ? 0600 : 0;
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS;
  return Fd(static_cast<int>(syscall(SYS_openat2, root, path.c_str(), &how, sizeof how)));
}

Fd open_root(const std::filesystem::path& layer) {
  return Fd(open(layer.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
}

// What the image has at `path`, relative; nothing if it has nothing there.
std::optional<struct stat> in_image(const Layers& layers, const std::string& path) {
  for (const std::filesystem::path& lower : layers.lowers) {
    const Fd found = open_below(open_root(lower).get(), path, O_PATH | O_NOFOLLOW);
    struct stat status{};
    if (!found || fstat(found.get(), &status) != 0) continue;
    const bool deleted = S_ISCHR(status.st_mode) && status.st_rdev == makedev(0, 0);
    return deleted ? std::nullopt : std::optional(status);
  }
  return std::nullopt;
}

void give(const Fd& target, const std::string& path, Ids owner, mode_t mode) {
  const bool done =
      target && fchown(target.get(), owner.uid, owner.gid) == 0 && fchmod(target.get(), mode) == 0;
  if (!done) fail_at(path);
}

void make_directory(int upper, const std::string& path, Ids owner, mode_t mode) {
  if (mkdirat(upper, path.c_str(), 0700) != 0 && errno != EEXIST) fail_at(path);
  give(open_below(upper, path, O_RDONLY | O_DIRECTORY), path, owner, mode);
}

void make_parents(int upper, const Layers& layers, const std::string& path) {
  for (std::size_t end = path.find('/'); end != std::string::npos; end = path.find('/', end + 1)) {
    const std::string parent = path.substr(0, end);
    if (open_below(upper, parent, O_PATH | O_DIRECTORY)) continue;
    const std::optional<struct stat> known = in_image(layers, parent);
    if (known && !S_ISDIR(known->st_mode)) {
      errno = ENOTDIR;
      fail_at(path);
    }
    const Ids owner =
        known ? Ids{.uid = known->st_uid, .gid = known->st_gid} : Ids{.uid = 0, .gid = 0};
    make_directory(upper, parent, owner, known ? known->st_mode & 07777U : 0755);
  }
}

void make_file(int upper, const std::string& path, const SeededFile& file, Ids owner) {
  const Fd target = open_below(upper, path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW);
  const auto size = static_cast<ssize_t>(file.content.size());
  if (!target || write(target.get(), file.content.data(), file.content.size()) != size) {
    fail_at(path);
  }
  give(target, path, owner, file.mode);
}

}  // namespace

void plant_in_layer(const record::World& world, Ids dev, const Layers& layers,
                    const std::vector<std::string>& places) {
  const Fd upper = open_root(layers.upper);
  for (const SeededFile& file : world.files) {
    const bool here = std::ranges::any_of(
        places, [&file](const std::string& place) { return sandbox::is_within(file.path, place); });
    if (!here) continue;
    const std::string path = file.path.substr(1);
    const Ids owner = file.owner == "dev" ? dev : Ids{.uid = 0, .gid = 0};
    make_parents(upper.get(), layers, path);
    if (file.directory) {
      make_directory(upper.get(), path, owner, file.mode);
    } else {
      make_file(upper.get(), path, file, owner);
    }
  }
}

}  // namespace redcode::docker
