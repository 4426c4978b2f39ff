#include "sandbox/oci/verify.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <functional>
#include <set>

#include "base/failure.h"
#include "base/fd.h"
#include "base/text.h"
#include "sandbox/cgroup.h"
#include "sandbox/confinement.h"
#include "sandbox/oci/places.h"

namespace redcode::oci {
namespace {

[[noreturn]] void not_as_asked(const std::string& what) {
  fail("the sandbox is not as its policy asks: " + what);
}

void require_own_namespaces(pid_t init, const std::vector<std::string>& kinds) {
  for (const std::string& kind : kinds) {
    std::error_code error;
    const auto ours = std::filesystem::read_symlink("/proc/self/ns/" + kind, error);
    const auto theirs =
        std::filesystem::read_symlink(fmt::format("/proc/{}/ns/{}", init, kind), error);
    if (error || ours == theirs)
      not_as_asked(fmt::format("it has no {} namespace of its own", kind));
  }
}

// It is in the namespace at `path`, if one was made for it.
void require_namespace(pid_t init, const std::string& kind, const std::string& path) {
  if (path.empty()) return;
  std::error_code error;
  const auto wanted = std::filesystem::read_symlink(path, error);
  const auto got = std::filesystem::read_symlink(fmt::format("/proc/{}/ns/{}", init, kind), error);
  if (error || wanted != got)
    not_as_asked(fmt::format("it is not in the {} namespace made for it", kind));
}

// One limit as the kernel says it: by version 1's controller, else in version 2's tree.
struct Limit {
  const char* controller;
  const char* old_file;
  const char* new_file;
};

void require_limit(const sandbox::Cgroup& group, const Limit& limit, const std::string& wanted,
                   const std::string& wanted_new) {
  const std::string old = group.value(limit.controller, limit.old_file);
  const std::string got = old.empty() ? group.value("", limit.new_file) : old;
  if (got == (old.empty() ? wanted_new : wanted)) return;
  not_as_asked(fmt::format("{} is \"{}\"", old.empty() ? limit.new_file : limit.old_file,
                           one_line(got, 60)));
}

void require_limits(const BundlePlan& plan, pid_t init) {
  const record::Policy& policy = plan.policy;
  const sandbox::Cgroup group = sandbox::Cgroup::of(init);
  // The kernel counts memory in pages.
  const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  const std::string memory = std::to_string(policy.memory_limit / page * page);
  const std::string quota = std::to_string(policy.cpu_quota);
  const std::string period = std::to_string(sandbox::cpu_period);
  const std::string share = fmt::format("{} {}", quota, period);
  const std::string processes = std::to_string(policy.pids_limit + plan.kernel_threads);
  require_limit(group, {"memory", "memory.limit_in_bytes", "memory.max"}, memory, memory);
  require_limit(group, {"cpu", "cpu.cfs_quota_us", "cpu.max"}, quota, share);
  require_limit(group, {"cpu", "cpu.cfs_period_us", "cpu.max"}, period, share);
  require_limit(group, {"pids", "pids.max", "pids.max"}, processes, processes);
  // Not every kernel counts swap; one that does must not give any.
  const std::string both = group.value("memory", "memory.memsw.limit_in_bytes");
  const std::string swap = group.value("", "memory.swap.max");
  if (!both.empty() && both != memory) not_as_asked("it may swap");
  if (!swap.empty() && swap != "0") not_as_asked("it may swap");
}

constexpr std::array devices = {"/dev/null",   "/dev/zero",    "/dev/full",
                                "/dev/random", "/dev/urandom", "/dev/tty"};

std::set<std::string> wanted_points(const BundlePlan& plan) {
  std::set<std::string> points = {"/", "/proc", "/dev", "/dev/pts", "/sys"};
  points.insert(devices.begin(), devices.end());
  points.insert(sandbox::masked_paths().begin(), sandbox::masked_paths().end());
  for (const std::string& path : sandbox::read_only_paths(plan.policy, plan.world)) {
    points.insert(path);
  }
  for (const Bind& bind : plan.binds) points.insert(bind.target);
  return points;
}

// A mount of the host's may have others below it; they came with it, as read-only as it is.
bool is_below_shown(const BundlePlan& plan, const std::string& point) {
  return std::ranges::any_of(plan.binds, [&](const Bind& bind) {
    return bind.read_only && point.starts_with(bind.target + "/");
  });
}

void require_bind(const Bind& bind, const sandbox::MountTable& table) {
  const auto found = table.find(bind.target);
  const bool good = found != table.end() && found->second.no_suid && found->second.no_dev &&
                    found->second.read_only == bind.read_only &&
                    (bind.read_only || found->second.type == "tmpfs");
  if (!good)
    not_as_asked(fmt::format("{} is not mounted as it must be", one_line(bind.target, 200)));
}

void require_nothing_else(const BundlePlan& plan, const sandbox::MountTable& table) {
  const std::set<std::string> wanted = wanted_points(plan);
  for (const auto& [point, mounted] : table) {
    const bool came_along = is_below_shown(plan, point) && mounted.read_only;
    if (wanted.contains(point) || came_along) continue;
    not_as_asked(fmt::format("something is mounted at {}", one_line(point, 200)));
  }
}

bool is_read_only(const sandbox::MountTable& table, const std::string& path) {
  const auto found = table.find(path);
  return found != table.end() && found->second.read_only;
}

}  // namespace

void require_mounts(const BundlePlan& plan, const sandbox::MountTable& table,
                    const std::function<bool(const std::string&)>& exists) {
  require_nothing_else(plan, table);
  for (const Bind& bind : plan.binds) require_bind(bind, table);
  for (const std::string& path : sandbox::read_only_paths(plan.policy, plan.world)) {
    if (is_read_only(table, path) || !exists(path)) continue;
    not_as_asked(fmt::format("{} is not read-only", one_line(path, 200)));
  }
  for (const std::string& path : sandbox::masked_paths()) {
    if (!table.contains(path) && exists(path)) not_as_asked(fmt::format("{} is not hidden", path));
  }
  if (!is_read_only(table, "/sys")) not_as_asked("/sys is not read-only");
}

void require_enforced(const BundlePlan& plan, pid_t init, bool host_kernel) {
  const std::string proc = fmt::format("/proc/{}", init);
  require_limits(plan, init);
  require_own_namespaces(init, {"net", "mnt", "ipc", "uts"});
  require_namespace(init, "net", plan.network_namespace);
  require_namespace(init, "user", plan.user_namespace);
  if (!host_kernel) return;
  sandbox::require_confined(read_small_file(proc + "/status"));
  require_own_namespaces(init, {"pid", "cgroup"});
  if (plan.id_shift > 0) require_own_namespaces(init, {"user"});
  const Fd root(open((proc + "/root").c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  // Nothing of the agent's has run yet: paths inside lead where the image and the runtime say.
  const auto exists = [&root](const std::string& path) {
    return faccessat(root.get(), path.substr(1).c_str(), F_OK, AT_SYMLINK_NOFOLLOW) == 0;
  };
  require_mounts(plan, sandbox::mount_table(read_small_file(proc + "/mountinfo")), exists);
}

}  // namespace redcode::oci
