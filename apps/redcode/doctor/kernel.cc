#include <fmt/format.h>
#include <fmt/ranges.h>
#include <linux/capability.h>
#include <sys/fanotify.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <set>
#include <sstream>
#include <string>
#include <utility>

#include "base/failure.h"
#include "base/fd.h"
#include "base/small_file.h"
#include "base/text.h"
#include "base/version.h"
#include "doctor/host.h"
#include "evidence/process_events.h"

namespace redcode::app {
namespace {

constexpr std::pair oldest_kernel{5, 19};

void look_at_version(Findings& findings) {
  utsname name{};
  uname(&name);
  const std::string release = &name.release[0];
  if (version_numbers(release) < oldest_kernel) {
    findings.fail("kernel-old", "Linux " + release);
  } else {
    findings.pass("kernel", "Linux " + release);
  }
}

std::uint64_t effective_capabilities() {
  const std::string status = read_small_file("/proc/self/status");
  const std::size_t at = status.find("CapEff:\t");
  std::uint64_t held = 0;
  if (at == std::string::npos) return held;
  const char* digits = status.c_str() + at + std::strlen("CapEff:\t");
  std::from_chars(digits, status.c_str() + status.size(), held, 16);
  return held;
}

void look_at_rights(Findings& findings) {
  const std::vector<std::pair<unsigned, const char*>> needed = {{CAP_SYS_ADMIN, "SYS_ADMIN"},
                                                                {CAP_NET_ADMIN, "NET_ADMIN"},
                                                                {CAP_SYS_PTRACE, "SYS_PTRACE"},
                                                                {CAP_DAC_OVERRIDE, "DAC_OVERRIDE"}};
  const std::uint64_t held = effective_capabilities();
  std::vector<std::string> missing;
  for (const auto& [capability, name] : needed) {
    if ((held >> capability & 1U) == 0) missing.emplace_back(name);
  }
  if (missing.empty()) return findings.pass("root", "root, with its capabilities");
  findings.fail("no-privileges", fmt::format("without {}", fmt::join(missing, ", ")));
}

void look_at_namespaces(Findings& findings) {
  const std::string most(trim(read_small_file("/proc/sys/user/max_user_namespaces")));
  if (access("/proc/self/ns/user", F_OK) != 0) {
    findings.fail("user-namespaces", "this kernel was built without them");
  } else if (most == "0") {
    findings.fail("user-namespaces", "user.max_user_namespaces is 0");
  } else {
    findings.pass("user namespaces", most.empty() ? "there are some" : most + " at most");
  }
}

void look_at_overlays(Findings& findings) {
  if (read_small_file("/proc/filesystems").contains("\toverlay\n"))
    return findings.pass("overlayfs", "the kernel has it");
  findings.fail("overlayfs-missing", "/proc/filesystems does not list overlay");
}

void look_at_seccomp(Findings& findings) {
  const std::string actions = read_small_file("/proc/sys/kernel/seccomp/actions_avail");
  if (actions.contains("user_notif")) return findings.pass("seccomp", "it filters and notifies");
  findings.fail("seccomp", actions.empty() ? "the kernel has none" : "it offers " + actions);
}

void look_at_fanotify(Findings& findings) {
  constexpr int enough = 128;  // Debian's own
  const Fd group(fanotify_init(FAN_CLASS_NOTIF | FAN_CLOEXEC | FAN_REPORT_DFID_NAME, 0));
  const int why = group ? 0 : errno;
  const std::string most(trim(read_small_file("/proc/sys/fs/fanotify/max_user_groups")));
  const long groups = most.empty() ? enough : std::strtol(most.c_str(), nullptr, 10);
  if (why == EMFILE) {
    findings.fail("fanotify-groups", fmt::format("all {} groups are taken", most));
  } else if (why != 0 && why != EPERM) {  // EPERM: look_at_rights() says so
    findings.fail("fanotify-missing", std::strerror(why));
  } else if (groups < enough) {
    findings.fail("fanotify-groups", fmt::format("{} groups, so {} sandboxes", groups, groups / 2));
  } else if (why == 0) {
    findings.pass("fanotify", fmt::format("{} groups at most", most));
  }
}

void look_at_process_events(Findings& findings) {
  if (findings.has("no-privileges")) return;
  try {
    const evidence::ProcessEvents events;
    findings.pass("processes", "the kernel tells of them");
  } catch (const Failure& failure) {
    findings.fail("process-events", failure.what());
  }
}

// The version 1 controllers that are mounted, and where version 2 is.
struct Trees {
  std::set<std::string> old;
  std::string unified;
};

Trees mounted_trees(std::string_view mounts) {
  Trees trees;
  for (const std::string& line : split(mounts, '\n')) {
    std::istringstream words(line);
    std::string source;
    std::string target;
    std::string type;
    std::string options;
    words >> source >> target >> type >> options;
    if (type == "cgroup2") trees.unified = target;
    if (type != "cgroup") continue;
    for (std::string& option : split(options, ',')) trees.old.insert(std::move(option));
  }
  return trees;
}

}  // namespace

void judge_control_groups(std::string_view mounts, std::string_view controllers,
                          Findings& findings) {
  const Trees trees = mounted_trees(mounts);
  if (trees.old.empty() && trees.unified.empty())
    return findings.fail("cgroup-missing", "neither version is mounted");
  const std::vector<std::string> listed = split(trim(controllers), ' ');
  std::vector<std::string> missing;
  for (const char* wanted : {"memory", "pids", "cpu"}) {
    const bool there =
        trees.old.contains(wanted) || std::ranges::find(listed, wanted) != listed.end();
    if (!there) missing.emplace_back(wanted);
  }
  const bool version_1 = trees.old.contains("memory");
  // Without version 1's freezer, what a command left is stopped by version 2's.
  if (version_1 && trees.unified.empty() && !trees.old.contains("freezer"))
    missing.emplace_back("freezer");
  if (!missing.empty())
    return findings.fail("cgroup-controllers", fmt::format("no {}", fmt::join(missing, ", no ")));
  const bool both = version_1 && !trees.unified.empty();
  findings.pass("control groups",
                both        ? "both versions (hybrid): limits are set by version 1"
                : version_1 ? "version 1: every limit holds; Podman would show its names inside"
                            : "version 2: every limit holds");
}

void look_at_kernel(Findings& findings) {
  if (geteuid() != 0) return findings.fail("not-root", fmt::format("user {}", geteuid()));
  look_at_version(findings);
  look_at_rights(findings);
  const std::string mounts = read_small_file("/proc/self/mounts");
  const std::string unified = mounted_trees(mounts).unified;
  judge_control_groups(
      mounts, unified.empty() ? "" : read_small_file(unified + "/cgroup.controllers"), findings);
  look_at_namespaces(findings);
  look_at_overlays(findings);
  look_at_seccomp(findings);
  look_at_fanotify(findings);
  look_at_process_events(findings);
}

}  // namespace redcode::app
