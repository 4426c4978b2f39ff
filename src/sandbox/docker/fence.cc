#include "sandbox/docker/fence.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <vector>

#include "base/failure.h"
#include "base/small_file.h"
#include "base/text.h"
#include "sandbox/mount_table.h"
#include "sandbox/world_tar.h"

namespace redcode::docker {
namespace {

std::string namespace_of(const std::string& process, const std::string& kind) {
  std::error_code error;
  const std::string link = fmt::format("/proc/{}/ns/{}", process, kind);
  return std::filesystem::read_symlink(link, error).string();
}

// The mount at `target`; null if there is none.
const sandbox::Mounted* mount_at(const sandbox::MountTable& mounts, const std::string& target) {
  const auto found = mounts.find(target);
  return found == mounts.end() ? nullptr : &found->second;
}

}  // namespace

void require_own_namespaces(pid_t init, const std::vector<std::string>& kinds) {
  for (const std::string& kind : kinds) {
    const std::string theirs = namespace_of(std::to_string(init), kind);
    if (!theirs.empty() && theirs != namespace_of("self", kind)) continue;
    fail(fmt::format("the sandbox has no {} namespace of its own", kind));
  }
}

void require_same_network(pid_t init, pid_t other) {
  const std::string theirs = namespace_of(std::to_string(init), "net");
  if (!theirs.empty() && theirs == namespace_of(std::to_string(other), "net")) return;
  fail("the sandbox is not in the network of the one beside it");
}

void require_filtered(pid_t init) {
  if (read_small_file(fmt::format("/proc/{}/status", init)).contains("\nSeccomp:\t2\n")) return;
  fail("the sandbox's kernel runs without a seccomp filter");
}

void require_no_dumps(pid_t init) {
  const std::vector<std::string> lines =
      split(read_small_file(fmt::format("/proc/{}/limits", init)), '\n');
  const auto line = std::ranges::find_if(
      lines, [](const std::string& one) { return one.starts_with("Max core file size"); });
  std::string soft = "unlimited";
  std::string hard = soft;
  if (line != lines.end()) std::istringstream(line->substr(18)) >> soft >> hard;
  if (soft != "0" || hard != "0") fail("programs in the sandbox could dump their memory");
}

void require_read_only(const std::string& mountinfo, const std::vector<std::string>& read_only) {
  const sandbox::MountTable mounts = sandbox::mount_table(mountinfo);
  const sandbox::Mounted* root = mount_at(mounts, "/");
  for (const std::string& path : read_only) {
    const sandbox::Mounted* found = mount_at(mounts, path);
    const bool held = root != nullptr && found != nullptr && found->read_only &&
                      found->device == root->device && found->root == path;
    if (!held) fail(fmt::format("the sandbox's {} is not read-only", one_line(path, 100)));
  }
}

void require_covered(pid_t init, const std::vector<std::string>& read_only,
                     const std::vector<std::string>& hidden) {
  const std::string mountinfo = read_small_file(fmt::format("/proc/{}/mountinfo", init));
  require_read_only(mountinfo, read_only);
  const sandbox::MountTable mounts = sandbox::mount_table(mountinfo);
  for (const std::string& path : hidden) {
    std::error_code error;
    const bool there = std::filesystem::exists(fmt::format("/proc/{}/root{}", init, path), error);
    if (!there || mount_at(mounts, path) != nullptr) continue;
    fail(fmt::format("the sandbox's {} is not hidden", one_line(path, 100)));
  }
}

std::uint32_t shift_in(const std::string& id_map) {
  std::istringstream words(id_map);
  std::uint64_t inside = 0;
  std::uint64_t outside = 0;
  std::uint64_t count = 0;
  const bool read = static_cast<bool>(words >> inside >> outside >> count);
  const bool more = static_cast<bool>(words >> std::ws) && !words.eof();
  if (!read || more || inside != 0 || outside > UINT32_MAX) {
    fail("the daemon maps user ids in a way that evidence cannot be read through");
  }
  return static_cast<std::uint32_t>(outside);
}

std::uint32_t id_shift_of(pid_t init) {
  const std::uint32_t users = shift_in(read_small_file(fmt::format("/proc/{}/uid_map", init)));
  const std::uint32_t groups = shift_in(read_small_file(fmt::format("/proc/{}/gid_map", init)));
  if (users != groups) fail("the daemon maps user and group ids differently");
  return users;
}

void require_no_submounts(const record::Policy& policy) {
  if (policy.mounts.empty()) return;
  const sandbox::MountTable mounted = sandbox::mount_table(read_small_file("/proc/self/mountinfo"));
  for (const record::Mount& mount : policy.mounts) {
    std::error_code error;
    const std::string source = std::filesystem::canonical(mount.source, error);
    if (error)
      fail(fmt::format("cannot mount {}: {}", one_line(mount.source, 200), error.message()));
    for (const auto& [target, other] : mounted) {
      if (target == source || !sandbox::is_within(target, source)) continue;
      fail(fmt::format("cannot mount {} read-only: {} is mounted inside it",
                       one_line(mount.source, 200), one_line(target, 200)));
    }
  }
}

}  // namespace redcode::docker
