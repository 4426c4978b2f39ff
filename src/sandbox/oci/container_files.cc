// The files of a sandbox: its layer, its tmpfs mounts, what it is shown of the host, its world.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/failure.h"
#include "sandbox/confinement.h"
#include "sandbox/oci/container.h"
#include "sandbox/oci/places.h"
#include "sandbox/oci/seed.h"
#include "sandbox/world_tar.h"

namespace redcode::oci {
namespace {

constexpr std::uint64_t default_layer_size = std::uint64_t{512} << 20U;
constexpr std::uint64_t default_layer_entries = 100'000;

void make_directory(const std::filesystem::path& path, unsigned mode, std::uint32_t owner) {
  const bool made = mkdir(path.c_str(), 0700) == 0 && chown(path.c_str(), owner, owner) == 0 &&
                    chmod(path.c_str(), mode) == 0;
  if (!made) fail_with_errno(fmt::format("cannot make {}", path.string()));
}

}  // namespace

Fd look_at(const std::filesystem::path& path) {
  Fd directory(open(path.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!directory) fail(fmt::format("cannot look into the sandbox's {}", path.string()));
  return directory;
}

void Container::mount_layer() {
  make_directory(layer(), 0711, 0);
  mount_tmpfs({.target = layer(),
               .bytes = policy_.disk_limit > 0 ? policy_.disk_limit : default_layer_size,
               .entries = policy_.files_limit > 0 ? policy_.files_limit : default_layer_entries,
               .mode = 0711});
  // The root inside has the owner and mode of the upper directory.
  struct stat root{};
  if (stat(image_.c_str(), &root) != 0) fail("the image is gone");
  make_directory(layer() / "upper", root.st_mode & 07777U, root.st_uid);
  make_directory(layer() / "work", 0700, shift());
  make_directory(layer() / "merged", 0755, 0);
  mount_overlay({.lower = image_,
                 .upper = layer() / "upper",
                 .work = layer() / "work",
                 .target = layer() / "merged"});
  host_view_.upper = layer() / "upper";
  host_view_.lowers = {image_};
  host_view_.merged = layer() / "merged";
  host_view_.id_shift = shift();
}

// The sandbox's tmpfs mounts are made by the host: it sees them whatever kernel the sandbox has,
// and they outlive its processes.
void Container::mount_extras() {
  std::vector<record::Tmpfs> places = policy_.tmpfs;
  places.push_back({.path = "/dev/shm", .size_bytes = sandbox::shared_memory_size});
  for (const record::Tmpfs& place : places) {
    const std::filesystem::path at = layer() / fmt::format("tmpfs-{}", binds_.size());
    make_directory(at, 0755, 0);
    mount_tmpfs({.target = at, .bytes = place.size_bytes, .mode = 01777, .owner = shift()});
    binds_.push_back({.source = at, .target = place.path});
    host_view_.tmpfs.push_back({.path = place.path, .directory = look_at(at)});
  }
  for (const record::Mount& mount : policy_.mounts) {
    const std::filesystem::path at = layer() / fmt::format("mount-{}", binds_.size());
    std::error_code error;
    if (std::filesystem::is_directory(mount.source, error)) {
      make_directory(at, 0755, 0);
    } else {
      write_file(at, "");
    }
    show_read_only(mount.source, at, context_->user_namespace);
    binds_.push_back({.source = at, .target = mount.target, .read_only = true});
  }
}

void Container::plant_world() {
  const sandbox::Ids dev = sandbox::ids_of(policy_.user);
  PlantPlan plan{.world = world_, .dev = dev, .id_shift = shift()};
  for (const Bind& bind : binds_) plan.elsewhere.push_back(bind.target);
  seed(plan, host_view_.merged);
  for (const sandbox::HostView::Volatile& place : host_view_.tmpfs) {
    plant_in(plan, place.directory.get(), place.path);
  }
}

}  // namespace redcode::oci
