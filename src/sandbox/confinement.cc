#include "sandbox/confinement.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/failure.h"
#include "base/text.h"
#include "sandbox/world_tar.h"

namespace redcode::sandbox {
namespace {

constexpr std::string_view name_server = "198.18.0.53";

constexpr std::array read_only_system_paths = {"/proc/bus", "/proc/fs", "/proc/irq", "/proc/sys",
                                               "/proc/sysrq-trigger"};

}  // namespace

const std::vector<std::string>& masked_paths() {
  static const std::vector<std::string> paths = {"/proc/asound",
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
  return paths;
}

std::vector<std::string> read_only_paths(const record::Policy& policy, const record::World& world) {
  std::vector<std::string> paths(read_only_system_paths.begin(), read_only_system_paths.end());
  for (const std::string& directory : policy.read_only_paths) {
    const bool wanted_writable = std::ranges::any_of(
        world.writable_paths,
        [&](const std::string& writable) { return is_within(writable, directory); });
    if (!wanted_writable) paths.push_back(directory);
  }
  // With Docker a mount from outside the layers: what is written there would not be seen.
  paths.emplace_back("/etc/hostname");
  return paths;
}

record::World with_network_files(record::World world) {
  std::string hosts = fmt::format("127.0.0.1\tlocalhost {}\n::1\tlocalhost\n", host_name);
  for (std::size_t i = 0; i < world.services.size(); ++i) {
    hosts += fmt::format("{}\t{}\n", record::service_address(i),
                         fmt::join(world.services[i].names, " "));
  }
  const std::array<record::SeededFile, 2> defaults = {
      record::SeededFile{.path = "/etc/resolv.conf",
                         .content = fmt::format("nameserver {}\n", name_server),
                         .owner = "root"},
      record::SeededFile{.path = "/etc/hosts", .content = std::move(hosts), .owner = "root"}};
  for (const record::SeededFile& file : defaults) {
    const bool seeded =
        std::ranges::find(world.files, file.path, &record::SeededFile::path) != world.files.end();
    if (!seeded) world.files.push_back(file);
  }
  return world;
}

std::vector<std::string> environment_of(const record::World& world) {
  return {world.root ? "HOME=/root" : "HOME=/home/dev", world.root ? "USER=root" : "USER=dev",
          "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LANG=C.UTF-8",
          "PYTHONDONTWRITEBYTECODE=1"};
}

std::string user_of(const record::Policy& policy, const record::World& world) {
  ids_of(policy.user);  // refuses a name, which the image could map to anything
  return world.root ? "0:0" : policy.user;
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

}  // namespace redcode::sandbox
