// How a SandboxWatch takes in what fanotify tells.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/fanotify.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include <algorithm>
#include <utility>

#include "evidence/sandbox_watch.h"

namespace redcode::evidence {
namespace {

// The directory of a name is gone, and nobody saw it while it was there.
const std::string unknown_directory = "(gone)";

}  // namespace

struct SandboxWatch::Seen {
  std::string path;
  FileUses::Identity identity;
};

// Whether there is a file of that very name now.
bool SandboxWatch::is_there(const std::string& path) const {
  struct stat status{};
  return std::ranges::any_of(places_, [&](const Place& place) {
    if (!path.starts_with(place.inside + "/")) return false;
    const char* below = path.c_str() + place.inside.size() + 1;
    return fstatat(place.directory.get(), below, &status, AT_SYMLINK_NOFOLLOW) == 0;
  });
}

// Nothing if it cannot be named.
std::optional<SandboxWatch::Seen> SandboxWatch::look_at(const Fd& file, bool whole) const {
  struct statx status{};
  const unsigned wanted = STATX_INO | STATX_MNT_ID;
  if (!file || statx(file.get(), "", AT_EMPTY_PATH, wanted, &status) != 0) return std::nullopt;
  std::string path = paths_.of(file.get(), status.stx_mnt_id, whole);
  if (path.empty()) return std::nullopt;
  if (path.ends_with(" (deleted)") && !is_there(path)) path = without_deleted(std::move(path));
  return Seen{.path = std::move(path),
              .identity = {.device = makedev(status.stx_dev_major, status.stx_dev_minor),
                           .inode = status.stx_ino}};
}

std::vector<std::optional<SandboxWatch::Seen>> SandboxWatch::look_at_all(
    const std::vector<Happening>& events) const {
  std::vector<std::optional<Seen>> seen;
  bool whole = paths_.is_whole();
  while (true) {
    seen.clear();
    for (const Happening& event : events) seen.push_back(look_at(event.file, whole));
    const bool still = paths_.is_whole();
    if (still == whole) return seen;
    whole = still;
  }
}

void SandboxWatch::take_uses(const std::vector<Happening>& events,
                             ProcessRegistry& processes_seen) {
  // Whoever did any of this is known after this: forks are told before what the child does.
  processes_seen.catch_up();
  std::vector<bool> counted;
  for (const Happening& event : events) counted.push_back(counts(event.process, processes_seen));
  const std::vector<std::optional<Seen>> seen = look_at_all(events);
  for (std::size_t i = 0; i < events.size(); ++i) {
    const Happening& event = events[i];
    if (event.overflowed) {
      uses_.lose();
    } else if (const std::optional<Seen>& file = seen[i]; !counted[i]) {
      continue;
    } else if (file) {
      take_use(event.process, event.mask, *file);
    } else {
      uses_.lose();
    }
  }
}

void SandboxWatch::take_use(pid_t process, std::uint64_t mask, const Seen& seen) {
  const auto& [path, identity] = seen;
  const bool runs = (mask & FAN_OPEN_EXEC) != 0;
  if (runs) {
    if (!tree_.contains(process)) tree_.ran_unseen(path);
    const std::string program = tree_.runner_of(process);
    const bool by_kernel = tree_.is_loader_of_program(process, path);
    tree_.opened_to_run(process, path);
    if (!by_kernel) uses_.used(path, identity, record::FileUse::executed, program);
  }
  const bool writes = (mask & (FAN_MODIFY | FAN_CLOSE_WRITE)) != 0;
  // The kernel puts like events that wait together: who wrote a program may have run it since.
  if ((runs && !writes) || tree_.is_runtimes(process)) return;
  const bool kernel_reads = tree_.is_about_to_run(process, path);
  const std::string program = tree_.program_of(process, path);
  if ((mask & FAN_OPEN) != 0) uses_.used(path, identity, record::FileUse::opened, program);
  if ((mask & FAN_ACCESS) != 0 && !kernel_reads)
    uses_.used(path, identity, record::FileUse::read, program);
  if (writes) uses_.used(path, identity, record::FileUse::written, program);
}

std::string SandboxWatch::directory_of(const Happening& event) {
  const auto place = std::ranges::find(places_, event.file_system, &Place::file_system);
  if (place == places_.end()) return unknown_directory;
  const Fd directory = open_handle(place->directory.get(), event.parent);
  if (!directory) {
    const auto known = directories_.find(event.parent);
    return known == directories_.end() ? unknown_directory : known->second;
  }
  const std::uint64_t mount = mount_of(place->directory.get());
  std::string path = without_deleted(paths_.of(directory.get(), mount, paths_.is_whole()));
  if (path == "/") path.clear();
  if (directories_.size() < most_directories) directories_[event.parent] = path;
  return path;
}

void SandboxWatch::take_names(const std::vector<Happening>& events,
                              ProcessRegistry& processes_seen) {
  processes_seen.catch_up();
  for (const Happening& event : events) {
    if (event.overflowed) {
      uses_.lose();
    } else if (counts(event.process, processes_seen) && !tree_.is_runtimes(event.process)) {
      take_name(event);
    }
  }
}

void SandboxWatch::take_name(const Happening& event) {
  const std::string directory = directory_of(event);
  std::string path = event.name == "." ? directory : fmt::format("{}/{}", directory, event.name);
  if (path.empty()) path = "/";
  const std::string program = tree_.program_of(event.process);
  const std::pair<std::uint64_t, record::FileUse> uses[] = {
      {FAN_CREATE, record::FileUse::created},
      {FAN_MOVED_FROM, record::FileUse::moved_from},
      {FAN_MOVED_TO, record::FileUse::moved_to},
      {FAN_ATTRIB, record::FileUse::attributes},
      {FAN_DELETE, record::FileUse::deleted}};
  for (const auto& [bit, how] : uses) {
    if ((event.mask & bit) != 0) uses_.used(path, {}, how, program);
  }
}

}  // namespace redcode::evidence
