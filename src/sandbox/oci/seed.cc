#include "sandbox/oci/seed.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <string>

#include "base/failure.h"
#include "base/fd.h"
#include "base/text.h"

namespace redcode::oci {
namespace {

using record::SeededFile;

[[noreturn]] void cannot_seed(const std::string& path) {
  fail_with_errno(fmt::format("cannot seed {}", one_line(path, 200)));
}

std::string parent_of(const std::string& path) { return path.substr(0, path.rfind('/')); }
std::string name_of(const std::string& path) { return path.substr(path.rfind('/') + 1); }

class Planter {
 public:
  // What is at `inside` in the sandbox is open as `root`.
  Planter(const PlantPlan& plan, Fd root, std::string inside)
      : plan_(plan), root_(std::move(root)), inside_(std::move(inside)) {
    if (!root_) cannot_seed(inside_);
  }

  // The directory at `path` inside, made if it is missing.
  Fd directory(const std::string& path) const {
    Fd found = look(path);
    if (found || errno != ENOENT || path == inside_) return found;
    const Fd parent = directory(parent_of(path));
    if (!parent) return {};
    // On a tmpfs only what somebody seeded is missing a parent: it is the user's.
    const bool dev = !inside_.empty() || sandbox::is_within(path, "/home/dev");
    make_directory(parent.get(), {.path = path, .mode = 0755, .owner = dev ? "dev" : "root"});
    return look(path);
  }

  void file(const SeededFile& seeded) const {
    const Fd parent = directory(parent_of(seeded.path));
    if (!parent) cannot_seed(seeded.path);
    if (seeded.directory) {
      make_directory(parent.get(), seeded);
    } else {
      make_file(parent.get(), seeded);
    }
  }

 private:
  Fd look(const std::string& path) const {
    if (path == inside_) return Fd(fcntl(root_.get(), F_DUPFD_CLOEXEC, 0));
    open_how how{};
    how.flags = O_PATH | O_DIRECTORY | O_CLOEXEC;
    how.resolve = RESOLVE_IN_ROOT | RESOLVE_NO_MAGICLINKS;
    return Fd(static_cast<int>(syscall(SYS_openat2, root_.get(),
                                       path.substr(inside_.size() + 1).c_str(), &how, sizeof how)));
  }

  sandbox::Ids owner_of(const SeededFile& seeded) const {
    const sandbox::Ids ids = seeded.owner == "dev" ? plan_.dev : sandbox::Ids{.uid = 0, .gid = 0};
    return {.uid = ids.uid + plan_.id_shift, .gid = ids.gid + plan_.id_shift};
  }

  void make_directory(int parent, const SeededFile& seeded) const {
    const std::string name = name_of(seeded.path);
    if (mkdirat(parent, name.c_str(), 0700) != 0 && errno != EEXIST) cannot_seed(seeded.path);
    const Fd made(openat(parent, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!made) cannot_seed(seeded.path);
    set_owner(made.get(), seeded);
  }

  void make_file(int parent, const SeededFile& seeded) const {
    const std::string name = name_of(seeded.path);
    if (unlinkat(parent, name.c_str(), 0) != 0 && errno != ENOENT) cannot_seed(seeded.path);
    const Fd made(
        openat(parent, name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
    const auto size = static_cast<ssize_t>(seeded.content.size());
    if (!made || ::write(made.get(), seeded.content.data(), seeded.content.size()) != size) {
      cannot_seed(seeded.path);
    }
    set_owner(made.get(), seeded);
  }

  // The owner first: changing it takes the setuid bit off.
  void set_owner(int fd, const SeededFile& seeded) const {
    const sandbox::Ids owner = owner_of(seeded);
    if (fchown(fd, owner.uid, owner.gid) != 0 || fchmod(fd, seeded.mode) != 0)
      cannot_seed(seeded.path);
  }

  const PlantPlan& plan_;
  Fd root_;
  std::string inside_;
};

bool is_elsewhere(const std::string& path, const PlantPlan& plan) {
  return std::ranges::any_of(
      plan.elsewhere, [&](const std::string& place) { return sandbox::is_within(path, place); });
}

// Directories first, outer before inner, so that each gets its own mode and owner.
void plant_all(const Planter& planter, const std::vector<SeededFile>& wanted) {
  std::vector<SeededFile> directories;
  for (const SeededFile& seeded : wanted) {
    if (seeded.directory) directories.push_back(seeded);
  }
  std::ranges::sort(directories, {}, &SeededFile::path);
  for (const SeededFile& directory : directories) planter.file(directory);
  for (const SeededFile& seeded : wanted) {
    if (!seeded.directory) planter.file(seeded);
  }
}

}  // namespace

void seed(const PlantPlan& plan, const std::filesystem::path& root) {
  const Planter planter(plan, Fd(::open(root.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC)), "");
  std::vector<SeededFile> wanted;
  for (const SeededFile& seeded : plan.world.files) {
    if (!is_elsewhere(seeded.path, plan)) wanted.push_back(seeded);
  }
  plant_all(planter, wanted);
  const std::string& working = plan.world.working_dir;
  if (!is_elsewhere(working, plan) && working != "/" && !planter.directory(working))
    cannot_seed(working);
}

void plant_in(const PlantPlan& plan, int directory, const std::string& inside) {
  const Planter planter(plan, Fd(fcntl(directory, F_DUPFD_CLOEXEC, 0)), inside);
  std::vector<SeededFile> wanted;
  for (const SeededFile& seeded : plan.world.files) {
    if (sandbox::is_within(seeded.path, inside) && seeded.path != inside) wanted.push_back(seeded);
  }
  plant_all(planter, wanted);
}

}  // namespace redcode::oci
