#include "sandbox/docker/container_spec.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>

#include "base/failure.h"
#include "base/text.h"
#include "sandbox/docker/layer_watch.h"
#include "sandbox/owner.h"
#include "sandbox/seccomp.h"

namespace redcode::docker {
namespace {

constexpr std::string_view shared_memory = "/dev/shm";

// The first process does nothing. It ignores its children's ends, so the kernel clears away those
// that are left to it: a killed fork bomb must not stay as a crowd of zombies.
constexpr std::array idle = {"--ignore-signal=CHLD", "/bin/sleep", "infinity"};
// One that also ends all others when it is told to, for sandboxes that nobody can do that to from
// outside. It needs no new process for it: there may be no room for one.
constexpr std::array obedient = {"--ignore-signal=CHLD", "/bin/sh", "-c",
                                 "trap 'kill -9 -1' USR1; while :; do read -r x || sleep 1; done"};

// Threads and stubs with which gVisor carries one process of a sandbox, and itself.
constexpr std::uint64_t tasks_per_process = 24;
constexpr std::uint64_t tasks_of_its_own = 256;

Json labels() { return {{sandbox_label, "1"}, {owner_label, sandbox::this_owner()}}; }

Json tmpfs_json(const record::Policy& policy) {
  Json mounts = Json::object();
  for (const record::Tmpfs& one : policy.tmpfs) {
    mounts[one.path] = fmt::format("rw,exec,nosuid,nodev,size={},mode=1777", one.size_bytes);
  }
  return mounts;
}

// A tmpfs that the daemon mounts on its host: a kernel of the sandbox's own would keep it to
// itself. It goes with the container.
Json volume(std::string_view path, std::uint64_t size, std::string_view more) {
  const std::string options = fmt::format("size={},mode=1777,nosuid,nodev{}", size, more);
  const Json driver = {{"Name", "local"},
                       {"Options", {{"type", "tmpfs"}, {"device", "tmpfs"}, {"o", options}}}};
  return {{"Type", "volume"},
          {"Target", path},
          {"VolumeOptions", {{"NoCopy", true}, {"Labels", labels()}, {"DriverConfig", driver}}}};
}

Json volumes_json(const record::Policy& policy) {
  Json volumes = Json::array({volume(shared_memory, sandbox::shared_memory_size, ",noexec")});
  for (const record::Tmpfs& one : policy.tmpfs) {
    volumes.push_back(volume(one.path, one.size_bytes, ""));
  }
  return volumes;
}

std::string read_only_bind(const std::string& source, const std::string& target) {
  // A colon would end the path and start the options: "rw" could be smuggled in.
  if (source.contains(':') || target.contains(':')) {
    fail(fmt::format("a mount's path has a colon: {}", one_line(source, 200)));
  }
  return fmt::format("{}:{}:ro", source, target);
}

Json binds_json(const record::Policy& policy, const SpecTerms& terms) {
  Json binds = Json::array();
  for (const std::string& path : terms.bound) {
    binds.push_back(read_only_bind(terms.root.string() + path, path));
  }
  for (const record::Mount& mount : policy.mounts) {
    binds.push_back(read_only_bind(mount.source, mount.target));
  }
  return binds;
}

Json limit(const char* name, std::uint64_t most) {
  return {{"Name", name}, {"Hard", most}, {"Soft", most}};
}

// The largest file: as large as all files together may be. More of them are LayerWatch's to count.
std::uint64_t largest_file(const record::Policy& policy) {
  std::uint64_t most = policy.disk_limit > 0 ? policy.disk_limit : usual_layer.bytes;
  for (const record::Tmpfs& place : policy.tmpfs) most = std::max(most, place.size_bytes);
  return most;
}

void limit_processes(const record::Policy& policy, const SpecTerms& terms, Json& host) {
  host["PidsLimit"] = policy.pids_limit;
  host["Ulimits"] = Json::array({limit("core", 0), limit("fsize", largest_file(policy))});
  if (terms.host_kernel) return;
  // gVisor counts its processes itself. The host's count is of what carries them, and running into
  // it would end the sandbox.
  host["PidsLimit"] = tasks_of_its_own + tasks_per_process * policy.pids_limit;
  host["Ulimits"].push_back(limit("nproc", policy.pids_limit));
}

void limit_layer(const record::Policy& policy, const SpecTerms& terms, Json& host) {
  if (policy.files_limit != 0) {
    fail("the daemon cannot limit the number of files in a sandbox: use the oci engine");
  }
  if (policy.disk_limit == 0) return;
  if (!terms.layer_quota) {
    fail("the daemon cannot limit the size of a sandbox's files: use the oci engine");
  }
  host["StorageOpt"] = {{"size", std::to_string(policy.disk_limit)}};
}

// What this process may set, and no more than Podman keeps for itself.
std::uint64_t own_limit(int resource) {
  constexpr std::uint64_t plenty = std::uint64_t{1} << 14U;
  rlimit limits{};
  getrlimit(static_cast<__rlimit_resource>(resource), &limits);
  return std::min<std::uint64_t>(limits.rlim_max, plenty);
}

// Podman takes no list of hidden paths, but more of them; and gives limits that not every host
// lets it set.
void say_for_podman(Json& host) {
  host.erase("ReadonlyPaths");
  host.erase("MaskedPaths");
  host["SecurityOpt"].push_back(fmt::format("mask={}", fmt::join(sandbox::masked_paths(), ":")));
  host["Ulimits"].push_back(limit("nofile", own_limit(RLIMIT_NOFILE)));
  host["Ulimits"].push_back(limit("nproc", own_limit(RLIMIT_NPROC)));
}

// Docker's own profile lets io_uring and sockets to the hypervisor through, and its networks let
// anybody listen on low ports and ping.
void confine_further(const SpecTerms& terms, Json& host) {
  host["SecurityOpt"].push_back("seccomp=" + dump_json(sandbox::seccomp_profile()));
  if (!terms.beside.empty()) return;  // that network has them already
  host["Sysctls"] = {{"net.ipv4.ip_unprivileged_port_start", "1024"},
                     {"net.ipv4.ping_group_range", "1 0"}};
}

Json host_config(const record::Policy& policy, const record::World& world, const SpecTerms& terms) {
  Json host = {{"Runtime", terms.runtime},
               {"NetworkMode", terms.beside.empty() ? "none" : "container:" + terms.beside},
               {"Memory", policy.memory_limit},
               {"MemorySwap", policy.memory_limit},
               {"CpuPeriod", sandbox::cpu_period},
               {"CpuQuota", policy.cpu_quota},
               {"CapDrop", {"ALL"}},
               {"SecurityOpt", {"no-new-privileges"}},
               {"ReadonlyPaths", read_only_paths(policy, world)},
               {"MaskedPaths", sandbox::masked_paths()},
               {"Binds", binds_json(policy, terms)},
               {"LogConfig", {{"Type", "none"}, {"Config", Json::object()}}},
               {"IpcMode", "private"},
               {"CgroupnsMode", "private"}};
  if (terms.host_kernel) {
    host["Tmpfs"] = tmpfs_json(policy);
    host["ShmSize"] = sandbox::shared_memory_size;
  } else {
    host["Mounts"] = volumes_json(policy);
  }
  if (terms.host_kernel && !terms.podman) confine_further(terms, host);
  limit_processes(policy, terms, host);
  limit_layer(policy, terms, host);
  if (terms.podman) say_for_podman(host);
  return host;
}

[[noreturn]] void not_granted(std::string_view what, const Json& asked, const Json& got) {
  fail(fmt::format("the container daemon did not set {}: asked {}, got {}", what,
                   one_line(dump_json(asked), 200), one_line(dump_json(got), 200)));
}

// "No mounts" is written as null by the daemon.
bool same(const Json& asked, const Json& got) {
  if (asked.empty() && got.is_null()) return true;
  // Key order is the daemon's business.
  return nlohmann::json(asked) == nlohmann::json(got);
}

// Podman tells these in other words or not at all.
bool is_told_by_podman(const std::string& key) {
  constexpr std::array untold = {"Runtime", "CapDrop",      "SecurityOpt", "Binds",
                                 "IpcMode", "CgroupnsMode", "Mounts",      "Ulimits"};
  return std::ranges::find(untold, key) == untold.end();
}

// Podman adds options of its own.
bool same_for_podman(const std::string& key, const Json& asked, const Json& got) {
  if (key == "LogConfig") return got.is_object() && got.value("Type", Json()) == asked.at("Type");
  if (key != "Tmpfs") return same(asked, got);
  return std::ranges::all_of(asked.items(), [&got](const auto& one) {
    const auto given = member_or<std::string>(got, one.key(), "");
    return (given + ",").starts_with(one.value().template get<std::string>() + ",");
  });
}

Json member_of(const Json& object, const std::string& key) {
  return object.contains(key) ? object.at(key) : Json(nullptr);
}

void require_host_config(const Json& asked, const Json& got, bool podman) {
  for (const auto& [key, value] : asked.items()) {
    if (podman && !is_told_by_podman(key)) continue;
    const Json granted = member_of(got, key);
    const bool fits = podman ? same_for_podman(key, value, granted) : same(value, granted);
    if (!fits) not_granted(key, value, granted);
  }
}

void require_config(const Json& asked, const Json& got, bool podman) {
  std::vector<std::string> keys = {"User", "Entrypoint", "Cmd"};
  if (!podman && asked.contains("NetworkDisabled")) keys.emplace_back("NetworkDisabled");
  for (const std::string& key : keys) {
    const Json granted = member_of(got, key);
    if (!same(asked.at(key), granted)) not_granted(key, asked.at(key), granted);
  }
}

// A volume of the image's own would be seen by no observer.
void require_no_other_mounts(const Json& asked, const Json& inspected) {
  const Json host = asked.at("HostConfig");
  std::vector<std::string> wanted;
  for (const Json& one : host.value("Binds", Json::array())) {
    const std::string text = one.get<std::string>();
    const std::size_t target = text.find(':') + 1;
    wanted.push_back(text.substr(target, text.rfind(':') - target));
  }
  for (const Json& one : host.value("Mounts", Json::array())) {
    wanted.push_back(one.at("Target").get<std::string>());
  }
  for (const Json& mount : inspected.value("Mounts", Json::array())) {
    const auto target = member_or<std::string>(mount, "Destination", "?");
    if (std::ranges::find(wanted, target) == wanted.end()) not_granted("Mounts", wanted, mount);
  }
}

}  // namespace

Json container_spec(const record::Policy& policy, const record::World& world,
                    const SpecTerms& terms) {
  // An image's own entry point, health check and environment are not asked for; of the environment
  // the daemon adds what is not set here.
  Json spec = {{"Image", terms.image.empty() ? policy.image : terms.image},
               {"Entrypoint", {"/usr/bin/env"}},
               {"Cmd", terms.obedient ? Json(obedient) : Json(idle)},
               {"OpenStdin", terms.obedient},  // what it waits for, and never comes
               {"Healthcheck", {{"Test", {"NONE"}}}},
               // One that has to end the others must be one of them.
               {"User", terms.obedient ? sandbox::user_of(policy, world) : sandbox::keeper},
               // Not the world's: the daemon would make it, as root's.
               {"WorkingDir", "/"},
               {"Env", sandbox::environment_of(world)},
               {"Labels", labels()},
               {"StopSignal", "SIGKILL"},
               {"HostConfig", host_config(policy, world, terms)}};
  // Beside another, they are that one's.
  if (terms.beside.empty()) {
    spec["Hostname"] = sandbox::host_name;
    spec["NetworkDisabled"] = true;
  }
  return spec;
}

std::vector<std::string> tmpfs_paths(const record::Policy& policy) {
  std::vector<std::string> paths = {std::string(shared_memory)};
  for (const record::Tmpfs& one : policy.tmpfs) paths.push_back(one.path);
  return paths;
}

void require_granted(const Json& asked, const Json& inspected, bool podman) {
  const Json& got = inspected.at("HostConfig");
  require_host_config(asked.at("HostConfig"), got, podman);
  require_config(asked, inspected.at("Config"), podman);
  if (member_or(got, "Privileged", true)) not_granted("Privileged", false, true);
  require_no_other_mounts(asked, inspected);
  const Json added = member_of(got, "CapAdd");
  if (!added.empty()) not_granted("CapAdd", nullptr, added);
}

}  // namespace redcode::docker
