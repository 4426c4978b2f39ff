#include "doctor/kernel.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <linux/capability.h>
#include <sys/fanotify.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <set>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

#include "base/failure.h"
#include "base/fd.h"
#include "base/small_file.h"
#include "base/text.h"
#include "base/version.h"
#include "evidence/process_events.h"
#include "sandbox/oci/mounts.h"

namespace redcode::doctor {
namespace {

constexpr std::pair oldest_kernel{5, 19};

std::uint64_t effective_capabilities() {
  const std::string status = read_small_file("/proc/self/status");
  const std::size_t at = status.find("CapEff:\t");
  std::uint64_t held = 0;
  if (at == std::string::npos) return held;
  const char* digits = status.c_str() + at + std::strlen("CapEff:\t");
  std::from_chars(digits, status.c_str() + status.size(), held, 16);
  return held;
}

// What `use` throws; "": it works.
template <class Use>
std::string why_not(Use use) {
  try {
    use();
  } catch (const Failure& failure) {
    return failure.what();
  }
  return {};
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

void judge_rights(const Kernel& kernel, Findings& findings) {
  constexpr std::array<std::pair<unsigned, std::string_view>, 4> needed = {
      {{CAP_SYS_ADMIN, "SYS_ADMIN"},
       {CAP_NET_ADMIN, "NET_ADMIN"},
       {CAP_SYS_PTRACE, "SYS_PTRACE"},
       {CAP_DAC_OVERRIDE, "DAC_OVERRIDE"}}};
  std::vector<std::string_view> missing;
  for (const auto& [capability, name] : needed) {
    if ((kernel.capabilities >> capability & 1U) == 0) missing.push_back(name);
  }
  findings.check("no-privileges", missing.empty(),
                 missing.empty() ? "root, with its capabilities"
                                 : fmt::format("without {}", fmt::join(missing, ", ")));
}

void judge_control_groups(const Kernel& kernel, Findings& findings) {
  const Trees trees = mounted_trees(kernel.mounts);
  if (trees.old.empty() && trees.unified.empty())
    return findings.fail("cgroup-missing", "neither version is mounted");
  const std::vector<std::string> listed = split(trim(kernel.controllers), ' ');
  std::vector<std::string> missing;
  for (const char* wanted : {"memory", "pids", "cpu"}) {
    if (!trees.old.contains(wanted) && std::ranges::find(listed, wanted) == listed.end())
      missing.emplace_back(wanted);
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

void judge_user_namespaces(const Kernel& kernel, Findings& findings) {
  const std::string& most = kernel.most_user_namespaces;
  if (!kernel.has_user_namespaces) {
    findings.fail("user-namespaces", "this kernel was built without them");
  } else if (most == "0") {
    findings.fail("user-namespaces", "user.max_user_namespaces is 0");
  } else {
    findings.pass("user namespaces", most.empty() ? "there are some" : most + " at most");
  }
}

void judge_fanotify(const Kernel& kernel, Findings& findings) {
  constexpr long enough = 128;  // Debian's own
  const std::string& most = kernel.most_fanotify_groups;
  const int error = kernel.fanotify_error;
  const long groups = most.empty() ? enough : std::strtol(most.c_str(), nullptr, 10);
  if (error == EMFILE) {
    findings.fail("fanotify-groups", fmt::format("all {} groups are taken", most));
  } else if (error != 0 && error != EPERM) {  // EPERM: judge_rights() says so
    findings.fail("fanotify-missing", std::strerror(error));
  } else if (groups < enough) {
    findings.fail("fanotify-groups", fmt::format("{} groups, so {} sandboxes", groups, groups / 2));
  } else if (error == 0) {
    findings.pass("fanotify", fmt::format("{} groups at most", most));
  }
}

void judge_what_was_tried(const Kernel& kernel, Findings& findings) {
  if (findings.has("no-privileges")) return;
  const std::string& events = kernel.why_no_process_events;
  findings.check("process-events", events.empty(),
                 events.empty() ? "the kernel tells of them" : events);
  // The kernel may have them and give none: to whoever lives in a chroot, for one.
  if (!kernel.why_no_user_namespace.empty() && !findings.has("user-namespaces")) {
    findings.fail("user-namespaces", kernel.why_no_user_namespace,
                  "export REDCODE_ENGINE=docker # a chroot has none; outside of it oci works");
  }
}

}  // namespace

std::string setting(const char* file) { return std::string(trim(read_small_file(file))); }

Kernel read_kernel(uid_t user) {
  if (user != 0) return {.user = user};
  utsname name{};
  uname(&name);
  const std::string mounts = read_small_file("/proc/self/mounts");
  const std::string unified = mounted_trees(mounts).unified;
  const Fd group(fanotify_init(FAN_CLASS_NOTIF | FAN_CLOEXEC | FAN_REPORT_DFID_NAME, 0));
  const int fanotify_error = group ? 0 : errno;
  return {.user = user,
          .release = &name.release[0],
          .capabilities = effective_capabilities(),
          .mounts = mounts,
          .controllers = unified.empty() ? "" : read_small_file(unified + "/cgroup.controllers"),
          .has_user_namespaces = access("/proc/self/ns/user", F_OK) == 0,
          .most_user_namespaces = setting("/proc/sys/user/max_user_namespaces"),
          .why_no_user_namespace = why_not([] { const Fd made = oci::shifted_user_namespace(); }),
          .file_systems = read_small_file("/proc/filesystems"),
          .seccomp_actions = read_small_file("/proc/sys/kernel/seccomp/actions_avail"),
          .fanotify_error = fanotify_error,
          .most_fanotify_groups = setting("/proc/sys/fs/fanotify/max_user_groups"),
          .why_no_process_events = why_not([] { const evidence::ProcessEvents events; })};
}

void judge(const Kernel& kernel, Findings& findings) {
  if (kernel.user != 0) return findings.fail("not-root", fmt::format("user {}", kernel.user));
  findings.check("kernel-old", version_numbers(kernel.release) >= oldest_kernel,
                 "Linux " + kernel.release);
  judge_rights(kernel, findings);
  judge_control_groups(kernel, findings);
  judge_user_namespaces(kernel, findings);
  const bool overlays = kernel.file_systems.contains("\toverlay\n");
  findings.check("overlayfs-missing", overlays,
                 overlays ? "the kernel has it" : "/proc/filesystems does not list overlay");
  const std::string& actions = kernel.seccomp_actions;
  const bool notifies = actions.contains("user_notif");
  findings.check("seccomp", notifies,
                 notifies          ? "it filters and notifies"
                 : actions.empty() ? "the kernel has none"
                                   : "it offers " + actions);
  judge_fanotify(kernel, findings);
  judge_what_was_tried(kernel, findings);
}

}  // namespace redcode::doctor
