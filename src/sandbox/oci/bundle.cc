#include "sandbox/oci/bundle.h"

#include <fmt/format.h>

#include "sandbox/confinement.h"
#include "sandbox/world_tar.h"

namespace redcode::oci {
namespace {

constexpr std::uint64_t dev_size = std::uint64_t{64} << 10U;
constexpr std::uint64_t open_files = 1024;
constexpr std::uint64_t most_open_files = 4096;

Json mount_json(const char* target, const char* type, std::vector<std::string> options) {
  return {{"destination", target}, {"type", type}, {"source", type}, {"options", options}};
}

Json bind_json(const Bind& bind) {
  std::vector<std::string> options = {"rbind", "rprivate", "nosuid", "nodev"};
  if (bind.read_only) options.emplace_back("ro");
  return {{"destination", bind.target},
          {"type", "bind"},
          {"source", bind.source.string()},
          {"options", options}};
}

Json mounts_json(const BundlePlan& plan) {
  Json mounts = Json::array();
  mounts.push_back(mount_json("/proc", "proc", {"nosuid", "noexec", "nodev"}));
  mounts.push_back(mount_json(
      "/dev", "tmpfs",
      {"nosuid", "noexec", "strictatime", "mode=755", fmt::format("size={}", dev_size)}));
  mounts.push_back(
      mount_json("/dev/pts", "devpts",
                 {"nosuid", "noexec", "newinstance", "ptmxmode=0666", "mode=0620", "gid=5"}));
  mounts.push_back(mount_json("/sys", "sysfs", {"nosuid", "noexec", "nodev", "ro"}));
  for (const Bind& bind : plan.binds) mounts.push_back(bind_json(bind));
  return mounts;
}

Json resources_json(const BundlePlan& plan) {
  const record::Policy& policy = plan.policy;
  return {{"devices", {{{"allow", false}, {"access", "rwm"}}}},
          {"memory", {{"limit", policy.memory_limit}, {"swap", policy.memory_limit}}},
          {"cpu", {{"quota", policy.cpu_quota}, {"period", sandbox::cpu_period}}},
          {"pids", {{"limit", policy.pids_limit + plan.kernel_threads}}}};
}

Json namespace_json(const char* type, const std::string& path) {
  if (path.empty()) return {{"type", type}};
  return {{"type", type}, {"path", path}};
}

Json namespaces_json(const BundlePlan& plan) {
  Json namespaces = Json::array();
  for (const char* type : {"pid", "ipc", "uts", "mount", "cgroup"}) {
    namespaces.push_back(namespace_json(type, ""));
  }
  namespaces.push_back(namespace_json("network", plan.network_namespace));
  if (plan.id_shift > 0) namespaces.push_back(namespace_json("user", plan.user_namespace));
  return namespaces;
}

Json linux_json(const BundlePlan& plan) {
  Json settings = {{"resources", resources_json(plan)},
                   {"cgroupsPath", plan.cgroup},
                   {"namespaces", namespaces_json(plan)},
                   {"maskedPaths", sandbox::masked_paths()},
                   {"readonlyPaths", sandbox::read_only_paths(plan.policy, plan.world)}};
  if (!plan.seccomp.is_null()) settings["seccomp"] = plan.seccomp;
  if (plan.id_shift > 0) {
    constexpr std::uint32_t all = 65'536;
    const Json map = {{{"containerID", 0}, {"hostID", plan.id_shift}, {"size", all}}};
    settings["uidMappings"] = map;
    settings["gidMappings"] = map;
  }
  return settings;
}

}  // namespace

Json process_of(const record::Policy& policy, const record::World& world,
                const std::vector<std::string>& argv, const std::string& working_dir) {
  const sandbox::Ids user = sandbox::ids_of(sandbox::user_of(policy, world));
  const Json none = Json::array();
  return {{"terminal", false},
          {"user", {{"uid", user.uid}, {"gid", user.gid}}},
          {"args", argv},
          {"env", sandbox::environment_of(world)},
          {"cwd", working_dir},
          {"capabilities",
           {{"bounding", none},
            {"effective", none},
            {"permitted", none},
            {"inheritable", none},
            {"ambient", none}}},
          {"rlimits",
           {{{"type", "RLIMIT_CORE"}, {"soft", 0}, {"hard", 0}},
            {{"type", "RLIMIT_NOFILE"}, {"soft", open_files}, {"hard", most_open_files}}}},
          {"noNewPrivileges", true}};
}

Json config_of(const BundlePlan& plan) {
  // It inherits every orphan inside. Ignoring their end makes the kernel reap them; else the dead
  // would use up the processes of the living.
  const std::vector<std::string> first = {"/usr/bin/env", "--ignore-signal=CHLD", "/bin/sleep",
                                          "infinity"};
  Json process = process_of(plan.policy, plan.world, first, "/");
  const sandbox::Ids keeper = sandbox::ids_of(sandbox::keeper);
  process["user"] = {{"uid", keeper.uid}, {"gid", keeper.gid}};
  return {{"ociVersion", "1.0.2"},
          {"process", std::move(process)},
          {"root", {{"path", plan.rootfs.string()}, {"readonly", false}}},
          {"hostname", sandbox::host_name},
          {"mounts", mounts_json(plan)},
          {"linux", linux_json(plan)}};
}

}  // namespace redcode::oci
