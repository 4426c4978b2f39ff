#include "sandbox/world_tar.h"

#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <ctime>
#include <map>
#include <memory>
#include <set>

#include "base/failure.h"
#include "base/fd.h"
#include "base/text.h"

namespace redcode::sandbox {
namespace {

using record::SeededFile;

constexpr std::string_view home = "/home/dev";

std::string parent_of(const std::string& path) { return path.substr(0, path.rfind('/')); }

Ids owner_of(const SeededFile& file, Ids dev) {
  return file.owner == "dev" ? dev : Ids{.uid = 0, .gid = 0};
}

la_ssize_t append(archive* /*tar*/, void* target, const void* bytes, std::size_t size) {
  static_cast<std::string*>(target)->append(static_cast<const char*>(bytes), size);
  return static_cast<la_ssize_t>(size);
}

// A tar being written to memory.
class Tar {
 public:
  Tar() : tar_(archive_write_new(), archive_write_free) {
    archive_write_set_format_pax_restricted(tar_.get());
    // Names are bytes, whatever this process's locale.
    archive_write_set_options(tar_.get(), "hdrcharset=BINARY");
    archive_write_set_bytes_in_last_block(tar_.get(), 1);
    if (archive_write_open(tar_.get(), &bytes_, nullptr, append, nullptr) != ARCHIVE_OK) {
      fail("cannot make a tar");
    }
  }

  void add(const SeededFile& file, Ids owner) {
    const std::unique_ptr<archive_entry, void (*)(archive_entry*)> entry(archive_entry_new(),
                                                                         archive_entry_free);
    archive_entry_set_pathname(entry.get(), file.path.substr(1).c_str());
    archive_entry_set_filetype(entry.get(), file.directory ? AE_IFDIR : AE_IFREG);
    archive_entry_set_perm(entry.get(), file.mode);
    archive_entry_set_uid(entry.get(), owner.uid);
    archive_entry_set_gid(entry.get(), owner.gid);
    archive_entry_set_mtime(entry.get(), std::time(nullptr), 0);
    const std::size_t size = file.directory ? 0 : file.content.size();
    archive_entry_set_size(entry.get(), static_cast<la_int64_t>(size));
    const bool written =
        archive_write_header(tar_.get(), entry.get()) == ARCHIVE_OK &&
        archive_write_data(tar_.get(), file.content.data(), size) == static_cast<la_ssize_t>(size);
    if (!written) fail(fmt::format("cannot put {} in a tar", file.path));
  }

  std::string finish() {
    if (archive_write_close(tar_.get()) != ARCHIVE_OK) fail("cannot finish a tar");
    return std::move(bytes_);
  }

 private:
  std::string bytes_;
  std::unique_ptr<archive, int (*)(archive*)> tar_;
};

SeededFile implied_directory(const std::string& path) {
  return {.path = path,
          .mode = 0755,
          .owner = is_within(path, std::string(home)) ? "dev" : "root",
          .directory = true};
}

// Adds the directories on the way to `path` that nobody made yet.
void add_parents(const std::string& path, const TarPlan& plan,
                 std::map<std::string, SeededFile>& directories) {
  for (std::string parent = parent_of(path); !parent.empty(); parent = parent_of(parent)) {
    if (directories.contains(parent)) continue;
    if (plan.exists(parent)) return;
    directories[parent] = implied_directory(parent);
  }
}

bool is_elsewhere(const std::string& path, const TarPlan& plan) {
  return std::ranges::any_of(plan.elsewhere,
                             [&](const std::string& place) { return is_within(path, place); });
}

void make_tmpfs_directory(int directory, const std::string& relative, const SeededFile& file,
                          Ids owner) {
  const char* name = relative.c_str();
  if (mkdirat(directory, name, 0700) != 0 && errno != EEXIST) {
    fail_with_errno(fmt::format("cannot seed {}", file.path));
  }
  const bool done = fchownat(directory, name, owner.uid, owner.gid, AT_SYMLINK_NOFOLLOW) == 0 &&
                    fchmodat(directory, name, file.mode, 0) == 0;
  if (!done) fail_with_errno(fmt::format("cannot seed {}", file.path));
}

void make_tmpfs_file(int directory, const std::string& relative, const SeededFile& file,
                     Ids owner) {
  const Fd target(openat(directory, relative.c_str(),
                         O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
  const auto size = static_cast<ssize_t>(file.content.size());
  const bool done =
      target && ::write(target.get(), file.content.data(), file.content.size()) == size &&
      fchown(target.get(), owner.uid, owner.gid) == 0 && fchmod(target.get(), file.mode) == 0;
  if (!done) fail_with_errno(fmt::format("cannot seed {}", file.path));
}

}  // namespace

Ids ids_of(const std::string& user) {
  const std::vector<std::string> parts = split(user, ':');
  Ids ids;
  const auto read = [](const std::string& text, auto& value) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && !text.empty() && end == text.data() + text.size();
  };
  if (parts.size() != 2 || !read(parts[0], ids.uid) || !read(parts[1], ids.gid)) {
    fail(fmt::format("the policy's user must be numbers, uid:gid, not \"{}\"", one_line(user, 60)));
  }
  return ids;
}

void require_plain_paths(const record::World& world) {
  std::vector<std::string> paths = world.writable_paths;
  paths.push_back(world.working_dir);
  for (const SeededFile& file : world.files) paths.push_back(file.path);
  for (const std::string& path : paths) {
    const bool plain = path.size() > 1 && path.starts_with('/') && !path.ends_with('/') &&
                       path == std::filesystem::path(path).lexically_normal().string() &&
                       path.find('\0') == std::string::npos;
    if (plain) continue;
    throw Failure(
        Failure::Kind::unavailable,
        fmt::format("a world's path must be absolute and plain, not {}", one_line(path, 200)));
  }
}

bool is_within(const std::string& path, const std::string& directory) {
  return path == directory || path.starts_with(directory == "/" ? directory : directory + "/");
}

bool in_layers(const std::vector<std::filesystem::path>& lowers, const std::string& path) {
  open_how how{};
  how.flags = O_PATH | O_NOFOLLOW | O_CLOEXEC;
  how.resolve = RESOLVE_IN_ROOT | RESOLVE_NO_MAGICLINKS;  // a layer's links lead into that layer
  for (const std::filesystem::path& lower : lowers) {
    const Fd root(open(lower.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    const Fd found(static_cast<int>(
        syscall(SYS_openat2, root.get(), path.substr(1).c_str(), &how, sizeof how)));
    struct stat status{};
    if (!found || fstat(found.get(), &status) != 0) continue;
    return !(S_ISCHR(status.st_mode) && status.st_rdev == makedev(0, 0));  // else a whiteout
  }
  return false;
}

std::string world_tar(const TarPlan& plan) {
  std::map<std::string, SeededFile> directories;  // sorted, so parents come first
  std::vector<SeededFile> files;
  for (const SeededFile& file : plan.world.files) {
    if (is_elsewhere(file.path, plan)) continue;
    if (file.directory) {
      directories[file.path] = file;
    } else {
      files.push_back(file);
    }
  }
  const auto explicit_ones = directories;
  for (const auto& [path, directory] : explicit_ones) add_parents(path, plan, directories);
  for (const SeededFile& file : files) add_parents(file.path, plan, directories);
  if (!is_elsewhere(plan.world.working_dir, plan)) {
    add_parents(plan.world.working_dir + "/.", plan, directories);
  }

  Tar tar;
  for (const auto& [path, directory] : directories)
    tar.add(directory, owner_of(directory, plan.dev));
  for (const SeededFile& file : files) tar.add(file, owner_of(file, plan.dev));
  return tar.finish();
}

void plant_in_tmpfs(const record::World& world, Ids dev, int directory, const std::string& inside) {
  std::set<std::string> made = {inside};
  for (const SeededFile& file : world.files) {
    if (!is_within(file.path, inside) || file.path == inside) continue;
    std::vector<std::string> missing;
    for (std::string at = parent_of(file.path); !made.contains(at); at = parent_of(at)) {
      missing.push_back(at);
    }
    for (const std::string& path : std::vector(missing.rbegin(), missing.rend())) {
      const SeededFile parent{.path = path, .mode = 0755, .owner = "dev", .directory = true};
      make_tmpfs_directory(directory, path.substr(inside.size() + 1), parent, dev);
      made.insert(path);
    }
    const std::string relative = file.path.substr(inside.size() + 1);
    if (file.directory) {
      make_tmpfs_directory(directory, relative, file, owner_of(file, dev));
      made.insert(file.path);
    } else {
      make_tmpfs_file(directory, relative, file, owner_of(file, dev));
    }
  }
}

}  // namespace redcode::sandbox
