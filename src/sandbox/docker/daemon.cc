#include "sandbox/docker/daemon.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "base/failure.h"
#include "base/text.h"

namespace redcode::docker {
namespace {

// How to add gVisor to a daemon; other runtimes are their makers' business.
constexpr std::string_view runsc_lines =
    R"({"runtimes": {"runsc": {"path": "/usr/bin/runsc", "runtimeArgs": ["--network=host"]}}})";

bool is_gvisor(const std::string& runtime, const Json& settings) {
  const std::filesystem::path program = member_or<std::string>(settings, "path", runtime);
  const auto named_so = [](const std::string& name) {
    return name.starts_with("runsc") || name.contains("gvisor");
  };
  return named_so(runtime) || named_so(program.filename().string());
}

std::string offered(const Json& runtimes) {
  std::vector<std::string> names;
  for (const auto& [name, settings] : runtimes.items()) names.push_back(one_line(name, 40));
  return fmt::format("{}", fmt::join(names, ", "));
}

void require_offered(const Json& runtimes, const std::string& runtime) {
  if (runtimes.contains(runtime)) return;
  const std::string what =
      fmt::format("the container daemon does not offer the runtime {} (only {})",
                  one_line(runtime, 40), offered(runtimes));
  if (!runtime.starts_with("runsc")) fail(what + ": add it under \"runtimes\" in its daemon.json");
  fail(fmt::format("{}: add {} to /etc/docker/daemon.json, then `kill -HUP $(pidof dockerd)`", what,
                   runsc_lines));
}

std::vector<std::string> arguments_of(const Json& settings) {
  std::vector<std::string> arguments;
  for (const Json& argument : settings.value("runtimeArgs", Json::array())) {
    if (argument.is_string()) arguments.push_back(argument.get<std::string>());
  }
  return arguments;
}

// Podman's API takes a runtime and does not use it.
void require_default(const Json& info, const std::string& runtime) {
  const auto used = member_or<std::string>(info, "DefaultRuntime", "");
  if (used == runtime) return;
  fail(fmt::format(
      "Podman uses its default runtime {} for everything: ask for that one, or start its "
      "service with --runtime {}",
      one_line(used, 40), one_line(runtime, 40)));
}

void require_enforcing(const std::vector<std::string>& arguments) {
  for (const char* harmful : {"--ignore-cgroups", "-ignore-cgroups", "--rootless", "-rootless"}) {
    const bool given = std::ranges::any_of(arguments, [harmful](const std::string& argument) {
      return argument == harmful || argument == std::string(harmful) + "=true";
    });
    if (given) fail(fmt::format("the runtime is set up with {}: it would set no limits", harmful));
  }
}

bool has(const std::vector<std::string>& words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

// A quota also needs the mount option pquota, which the daemon does not tell: without it, it
// refuses to make a container with one.
bool on_xfs(const Json& info) {
  for (const Json& line : info.value("DriverStatus", Json::array())) {
    const bool fits = line.is_array() && line.size() == 2 && line[0] == "Backing Filesystem";
    if (fits && line[1] == "xfs") return true;
  }
  return false;
}

// Podman calls the driver by its kernel name.
bool has_readable_layers(const Json& info) {
  const auto driver = member_or<std::string>(info, "Driver", "");
  const auto root = member_or<std::string>(info, "DockerRootDir", "");
  if ((driver != "overlay2" && driver != "overlay") || !root.starts_with("/")) return false;
  return access((std::filesystem::path(root) / driver).c_str(), R_OK | X_OK) == 0;
}

bool maps_users(const Json& info) {
  for (const Json& option : info.value("SecurityOptions", Json::array())) {
    if (option.is_string() && option.get<std::string>().starts_with("name=userns")) return true;
  }
  return false;
}

}  // namespace

bool is_podman(const Json& version) {
  for (const Json& part : version.value("Components", Json::array())) {
    if (member_or<std::string>(part, "Name", "").starts_with("Podman")) return true;
  }
  return false;
}

bool stores_in_containerd(const Json& info) {
  const Json status = info.value("DriverStatus", Json::array());
  return std::ranges::any_of(status, [](const Json& line) {
    return line.is_array() && line.size() == 2 && line[0] == "driver-type" &&
           line[1] == "io.containerd.snapshotter.v1";
  });
}

Daemon daemon_from(const DaemonInfo& account, const std::string& runtime) {
  const Json runtimes = account.info.value("Runtimes", Json::object());
  require_offered(runtimes, runtime);
  const Json& settings = runtimes.at(runtime);
  const std::vector<std::string> arguments = arguments_of(settings);
  require_enforcing(arguments);

  Daemon daemon{.runtime = runtime};
  daemon.podman = is_podman(account.version);
  if (daemon.podman) require_default(account.info, runtime);
  daemon.host_kernel = !is_gvisor(runtime, settings);
  daemon.host_sockets =
      daemon.host_kernel || has(arguments, "--network=host") || has(arguments, "-network=host");
  daemon.here = account.near && geteuid() == 0 && has_readable_layers(account.info);
  if (daemon.binds_read_only() && maps_users(account.info)) {
    fail("a daemon that maps user ids (userns-remap) works here with runc or crun only");
  }
  daemon.layer_quota = on_xfs(account.info);
  // Podman asks for no such namespace with the old kind.
  daemon.own_cgroups =
      !daemon.podman || member_or<std::string>(account.info, "CgroupVersion", "") == "2";
  daemon.version =
      fmt::format("{} {}", daemon.podman ? "Podman" : "Docker",
                  one_line(member_or<std::string>(account.version, "Version", "?"), 40));
  return daemon;
}

std::vector<std::string> namespaces_of(const Daemon& daemon) {
  std::vector<std::string> kinds = {"net", "mnt", "ipc", "uts"};
  // Where it is a program inside, not the kernel of those.
  if (daemon.host_kernel) kinds.emplace_back("pid");
  if (daemon.host_kernel && daemon.own_cgroups) kinds.emplace_back("cgroup");
  return kinds;
}

std::set<record::Observer> observers_of(const Daemon& daemon) {
  if (!daemon.here && !daemon.companion) return {record::Observer::exec};
  std::set<record::Observer> observers = {record::Observer::files, record::Observer::exec};
  if (daemon.here) observers.insert(record::Observer::git);
  if (daemon.host_sockets) observers.insert(record::Observer::network);
  if (daemon.host_kernel)
    observers.insert(
        {record::Observer::accesses, record::Observer::processes, record::Observer::limits});
  return observers;
}

std::vector<std::string> limits_of(const Daemon& daemon) {
  std::vector<std::string> limits = {
      "There is no log of attempts: that needs a wrapper around the daemon's runtime.",
      "Creations, deletions and renames are not told while they happen, only what they led to.",
      "The kernel does not limit the number of files in the writable layer: it is looked at as its "
      "size is."};
  if (!daemon.layer_quota) {
    limits.emplace_back(
        "The kernel does not limit the writable layer, because the daemon's data is not on XFS "
        "with "
        "project quotas: it refuses files over 512 MiB, and the layer is looked at twice a second "
        "and everything inside ended once it is larger than that.");
  }
  if (daemon.podman) {
    limits.emplace_back(
        "Podman takes no list of read-only paths and uses one runtime for everything: paths are "
        "bound over themselves, which needs root beside it.");
  }
  if (!daemon.own_cgroups) {
    limits.emplace_back(
        "Programs inside can read the host's names of their control groups: Podman hides them only "
        "with control groups version 2.");
  }
  if (!daemon.host_kernel) {
    limits.emplace_back(
        "Reads, executions and processes are not told: they happen in a kernel of the sandbox's "
        "own.");
    limits.emplace_back(
        "What a program of a root world puts directly into /dev is not seen: that directory is in "
        "a kernel of the sandbox's own.");
    limits.emplace_back("Running out of memory ends the whole sandbox, not one program in it.");
  }
  if (!daemon.host_sockets) {
    limits.emplace_back(
        "The network is not observed: the runtime needs --network=host among its runtimeArgs "
        "(it means the sandbox's own network namespace, which is never the host's).");
    limits.emplace_back("Worlds with services cannot be run, for the same reason.");
  }
  if (!daemon.here) limits.emplace_back("Directories of this host cannot be shown inside.");
  if (!daemon.here && !daemon.companion) {
    limits.emplace_back(
        "The daemon's layers cannot be read from here: that needs root beside a local daemon with "
        "the overlay2 storage driver, or our companion beside it (docs/companion.md).");
  }
  return limits;
}

}  // namespace redcode::docker
