#include "sandbox/container_spec.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/failure.h"
#include "base/text.h"
#include "sandbox/owner.h"
#include "sandbox/world_tar.h"

namespace redcode::sandbox {
namespace {

constexpr std::uint64_t shared_memory_size = std::uint64_t{16} << 20U;
constexpr std::uint32_t cpu_period = 100'000;
constexpr std::string_view name_server = "198.18.0.53";

// Docker's own defaults: giving a list replaces them, so they are repeated.
constexpr std::array masked_paths = {"/proc/asound",
                                     "/proc/acpi",
                                     "/proc/kcore",
                                     "/proc/keys",
                                     "/proc/latency_stats",
                                     "/proc/timer_list",
                                     "/proc/timer_stats",
                                     "/proc/sched_debug",
                                     "/proc/scsi",
                                     "/sys/firmware",
                                     "/sys/devices/virtual/powercap"};
constexpr std::array read_only_system_paths = {"/proc/bus", "/proc/fs", "/proc/irq", "/proc/sys",
                                               "/proc/sysrq-trigger"};

Json tmpfs_json(const record::Policy& policy) {
  Json mounts = Json::object();
  for (const record::Tmpfs& one : policy.tmpfs) {
    mounts[one.path] = fmt::format("rw,exec,nosuid,nodev,size={},mode=1777", one.size_bytes);
  }
  return mounts;
}

Json binds_json(const record::Policy& policy) {
  Json binds = Json::array();
  for (const record::Mount& mount : policy.mounts) {
    // A colon would end the path and start the options: "rw" could be smuggled in.
    if (mount.source.contains(':') || mount.target.contains(':')) {
      throw Failure(Failure::Kind::unavailable,
                    fmt::format("a mount's path has a colon: {}", one_line(mount.source, 200)));
    }
    binds.push_back(fmt::format("{}:{}:ro", mount.source, mount.target));
  }
  return binds;
}

Json host_config(const record::Policy& policy, const record::World& world) {
  return {{"NetworkMode", "none"},
          {"Memory", policy.memory_limit},
          {"MemorySwap", policy.memory_limit},
          {"CpuPeriod", cpu_period},
          {"CpuQuota", policy.cpu_quota},
          {"PidsLimit", policy.pids_limit},
          {"CapDrop", {"ALL"}},
          {"SecurityOpt", {"no-new-privileges"}},
          {"ReadonlyPaths", read_only_paths(policy, world)},
          {"MaskedPaths", masked_paths},
          {"Tmpfs", tmpfs_json(policy)},
          {"Binds", binds_json(policy)},
          {"LogConfig", {{"Type", "none"}, {"Config", Json::object()}}},
          {"IpcMode", "private"},
          {"CgroupnsMode", "private"},
          {"ShmSize", shared_memory_size},
          {"Ulimits", Json::array({{{"Name", "core"}, {"Hard", 0}, {"Soft", 0}}})}};
}

[[noreturn]] void not_granted(std::string_view what, const Json& asked, const Json& got) {
  throw Failure(Failure::Kind::unavailable,
                fmt::format("the container daemon did not set {}: asked {}, got {}", what,
                            one_line(dump_json(asked), 200), one_line(dump_json(got), 200)));
}

// "No mounts" is written as null by the daemon.
bool same(const Json& asked, const Json& got) {
  if (asked.empty() && got.is_null()) return true;
  // Key order is the daemon's business.
  return nlohmann::json(asked) == nlohmann::json(got);
}

// A volume of the image's own would be seen by no observer.
void require_no_other_mounts(const Json& asked, const Json& inspected) {
  const Json binds = asked.at("HostConfig").value("Binds", Json::array());
  for (const Json& mount : inspected.value("Mounts", Json::array())) {
    const std::string target = member_or<std::string>(mount, "Destination", "?");
    const bool wanted = std::ranges::any_of(binds, [&target](const Json& bind) {
      return bind.is_string() && bind.get<std::string>().ends_with(":" + target + ":ro");
    });
    if (!wanted) not_granted("Mounts", binds, mount);
  }
}

}  // namespace

std::vector<std::string> read_only_paths(const record::Policy& policy, const record::World& world) {
  std::vector<std::string> paths(read_only_system_paths.begin(), read_only_system_paths.end());
  for (const std::string& directory : policy.read_only_paths) {
    const bool wanted_writable = std::ranges::any_of(
        world.writable_paths,
        [&](const std::string& writable) { return is_within(writable, directory); });
    if (!wanted_writable) paths.push_back(directory);
  }
  // Docker's own mount from outside the layers: what is written there would not be seen.
  paths.emplace_back("/etc/hostname");
  return paths;
}

record::World with_network_files(record::World world) {
  const std::array<record::PlantedFile, 2> defaults = {
      record::PlantedFile{.path = "/etc/resolv.conf",
                          .content = fmt::format("nameserver {}\n", name_server),
                          .owner = "root"},
      record::PlantedFile{.path = "/etc/hosts",
                          .content = "127.0.0.1\tlocalhost workstation\n::1\tlocalhost\n",
                          .owner = "root"}};
  for (const record::PlantedFile& file : defaults) {
    const bool planted =
        std::ranges::find(world.files, file.path, &record::PlantedFile::path) != world.files.end();
    if (!planted) world.files.push_back(file);
  }
  return world;
}

Json container_spec(const record::Policy& policy, const record::World& world) {
  ids_of(policy.user);  // refuses a name, which the image could map to anything
  const bool root = world.root;
  return {{"Image", policy.image},
          {"Cmd", {"/bin/sleep", "infinity"}},
          {"Entrypoint", nullptr},
          {"User", root ? "0:0" : policy.user},
          {"WorkingDir", world.working_dir},
          {"Hostname", "workstation"},
          {"Env",
           {root ? "HOME=/root" : "HOME=/home/dev", root ? "USER=root" : "USER=dev",
            "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LANG=C.UTF-8",
            "PYTHONDONTWRITEBYTECODE=1"}},
          {"Labels", {{sandbox_label, "1"}, {owner_label, this_owner()}}},
          {"NetworkDisabled", true},
          {"StopSignal", "SIGKILL"},
          {"HostConfig", host_config(policy, world)}};
}

void require_confined(const std::string& proc_status) {
  for (const std::string line : {"NoNewPrivs:\t1\n", "Seccomp:\t2\n", "CapBnd:\t0000000000000000\n",
                                 "CapEff:\t0000000000000000\n"}) {
    if (proc_status.find("\n" + line) == std::string::npos) {
      throw Failure(
          Failure::Kind::unavailable,
          fmt::format("the sandbox is not confined as it must be: the kernel does not say {}",
                      trim(line)));
    }
  }
}

void require_granted(const Json& asked, const Json& inspected) {
  const Json& got = inspected.at("HostConfig");
  for (const auto& [key, value] : asked.at("HostConfig").items()) {
    const Json granted = got.contains(key) ? got.at(key) : Json(nullptr);
    if (!same(value, granted)) not_granted(key, value, granted);
  }
  const Json& config = inspected.at("Config");
  for (const char* key : {"User", "NetworkDisabled"}) {
    const Json granted = config.contains(key) ? config.at(key) : Json(nullptr);
    if (!same(asked.at(key), granted)) not_granted(key, asked.at(key), granted);
  }
  if (member_or(got, "Privileged", true)) not_granted("Privileged", false, true);
  require_no_other_mounts(asked, inspected);
  if (got.contains("CapAdd") && !got.at("CapAdd").empty()) {
    not_granted("CapAdd", nullptr, got.at("CapAdd"));
  }
}

}  // namespace redcode::sandbox
