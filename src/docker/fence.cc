#include "docker/fence.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <sstream>
#include <vector>

#include "base/failure.h"
#include "base/small_file.h"
#include "base/text.h"
#include "sandbox/world_tar.h"

namespace redcode::docker {
namespace {

[[noreturn]] void fail(const std::string& what) { throw Failure(Failure::Kind::unavailable, what); }

std::string namespace_of(const std::string& process, const std::string& kind) {
  std::error_code error;
  const std::string link = fmt::format("/proc/{}/ns/{}", process, kind);
  return std::filesystem::read_symlink(link, error).string();
}

// The kernel writes blanks and backslashes in paths as three octal digits.
std::string unescaped(const std::string& text) {
  std::string plain;
  for (std::size_t at = 0; at < text.size(); ++at) {
    int code = 0;
    const bool escaped =
        text[at] == '\\' && at + 4 <= text.size() &&
        std::from_chars(text.data() + at + 1, text.data() + at + 4, code, 8).ec == std::errc();
    plain += escaped ? static_cast<char>(code) : text[at];
    if (escaped) at += 3;
  }
  return plain;
}

struct Mounted {
  std::string device;
  std::string root;  // what of the device is shown
  std::string target;
  bool read_only = false;
};

std::vector<Mounted> mounts_in(const std::string& mountinfo) {
  std::vector<Mounted> mounts;
  for (const std::string& line : split(mountinfo, '\n')) {
    const std::vector<std::string> fields = split(line, ' ');
    if (fields.size() < 6) continue;
    mounts.push_back({.device = fields[2],
                      .root = unescaped(fields[3]),
                      .target = unescaped(fields[4]),
                      .read_only = (fields[5] + ",").starts_with("ro,")});
  }
  return mounts;
}

// The topmost mount at `target`; null if there is none.
const Mounted* mount_at(const std::vector<Mounted>& mounts, const std::string& target) {
  const auto found = std::ranges::find(mounts.rbegin(), mounts.rend(), target, &Mounted::target);
  return found == mounts.rend() ? nullptr : &*found;
}

}  // namespace

void require_own_namespaces(pid_t init, const std::vector<std::string>& kinds) {
  for (const std::string& kind : kinds) {
    const std::string theirs = namespace_of(std::to_string(init), kind);
    if (!theirs.empty() && theirs != namespace_of("self", kind)) continue;
    fail(fmt::format("the sandbox has no {} namespace of its own", kind));
  }
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
  const std::vector<Mounted> mounts = mounts_in(mountinfo);
  const Mounted* root = mount_at(mounts, "/");
  for (const std::string& path : read_only) {
    const Mounted* found = mount_at(mounts, path);
    const bool held = root != nullptr && found != nullptr && found->read_only &&
                      found->device == root->device && found->root == path;
    if (!held) fail(fmt::format("the sandbox's {} is not read-only", one_line(path, 100)));
  }
}

void require_covered(pid_t init, const std::vector<std::string>& read_only,
                     const std::vector<std::string>& hidden) {
  const std::string mountinfo = read_small_file(fmt::format("/proc/{}/mountinfo", init));
  require_read_only(mountinfo, read_only);
  const std::vector<Mounted> mounts = mounts_in(mountinfo);
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
  const std::vector<Mounted> mounted = mounts_in(read_small_file("/proc/self/mountinfo"));
  for (const record::Mount& mount : policy.mounts) {
    std::error_code error;
    const std::string source = std::filesystem::canonical(mount.source, error);
    if (error)
      fail(fmt::format("cannot mount {}: {}", one_line(mount.source, 200), error.message()));
    for (const Mounted& other : mounted) {
      if (other.target == source || !sandbox::is_within(other.target, source)) continue;
      fail(fmt::format("cannot mount {} read-only: {} is mounted inside it",
                       one_line(mount.source, 200), one_line(other.target, 200)));
    }
  }
}

}  // namespace redcode::docker
