#include "sandbox/attest/expectations.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "base/text.h"
#include "sandbox/world_tar.h"

namespace redcode::attest {
namespace {

constexpr const char* own_kernel = "not judged: it is the sandbox's own kernel";
constexpr const char* own_bits = "not judged: the sandbox's own kernel does not say";

std::string unless_host_kernel(const Setting& setting) {
  return setting.host_kernel ? "" : own_kernel;
}

// The program must not keep capabilities across a change of user.
Want no_kept_capabilities() {
  return {.text = "no bit 0x10", .holds = [](std::string_view found) {
            return found.starts_with("0x") && found.size() >= 3 &&
                   (found.size() == 3 ||
                    std::string_view("02468ace").contains(found[found.size() - 2]));
          }};
}

std::vector<Expectation> identity(const Setting& setting) {
  const sandbox::Ids ids = sandbox::ids_of(setting.policy.user);
  const Want no_capability =
      setting.host_kernel ? exactly("0000000000000000") : one_of({"0000000000000000", "absent"});
  const std::string unless = unless_host_kernel(setting);
  Rows rows;
  rows.must({"identity.uid"}, exactly(fmt::format("{0} {0} {0} {0}", ids.uid)))
      .must({"identity.gid"}, exactly(fmt::format("{0} {0} {0} {0}", ids.gid)))
      .must({"identity.groups"}, only({fmt::to_string(ids.gid)}))
      .must({"identity.no_new_privs"}, exactly("1"))
      .must_unless(unless, {"identity.seccomp"}, exactly("2"))
      .must_unless(setting.host_kernel ? "" : own_bits, {"identity.securebits"},
                   no_kept_capabilities())
      .must({"identity.setuid_program"}, one_of({fmt::to_string(ids.uid), "absent"}))
      .must({"identity.become_root", "identity.become_root_group", "identity.set_groups"}, denied())
      .must({"caps.effective", "caps.permitted", "caps.inheritable", "caps.bounding"},
            exactly("0000000000000000"))
      .must({"caps.ambient"}, no_capability)
      .must({"caps.raise", "caps.of_file"}, denied());
  return rows.take();
}

// "0 100000 65536", one row after the other: no id inside may be one of the host's own users.
bool maps_to_no_host_user(std::string_view found) {
  constexpr std::size_t row = 3;
  constexpr std::size_t first_unused_id = 65536;
  const std::vector<std::string> numbers = split(found, ' ');
  if (numbers.size() % row != 0) return false;
  for (std::size_t i = 1; i < numbers.size(); i += row) {
    if (!at_least(first_unused_id).holds(numbers[i])) return false;
  }
  return true;
}

// An engine that drives the runtime itself always makes a user namespace; a daemon does as it was
// set up.
std::string unless_user_namespace(const Setting& setting) {
  if (!setting.host_kernel) return own_kernel;
  return setting.engine.starts_with("oci") ? "" : "not judged: the daemon's own choice";
}

std::vector<Expectation> namespaces(const Setting& setting) {
  Rows rows;
  for (const char* kind : {"mnt", "cgroup", "uts", "ipc", "pid", "net", "user"}) {
    const std::string unless =
        std::string_view(kind) == "user" ? unless_user_namespace(setting) : "";
    const auto host = setting.host_namespaces.find(kind);
    const std::string outside = host == setting.host_namespaces.end() ? "" : host->second;
    const std::string name = fmt::format("namespace.{}", kind);
    rows.must_unless(unless, {name.c_str()}, not_this(outside, "not the host's"));
  }
  rows.must_unless("not judged: the clocks' offsets are nobody's secret", {"namespace.time"},
                   something());
  const Want shifted{.text = "no user of the host", .holds = maps_to_no_host_user};
  rows.must_unless(unless_user_namespace(setting), {"namespace.uid_map", "namespace.gid_map"},
                   shifted)
      .must({"namespace.hostname"}, not_this(setting.host_name, "not the host's"))
      .must({"namespace.pid_one"}, none_of({"systemd", "init", "launchd", "dockerd"}))
      .must({"namespace.processes", "namespace.sysvipc", "namespace.mqueue"}, nothing())
      .must({"namespace.cgroup_path"}, only({"/"}))
      .must({"namespace.setns", "namespace.setns_pid_one"}, refused())
      .must_unless(unless_host_kernel(setting),
                   {"namespace.clone_user", "namespace.clone3_user", "unshare.mnt",
                    "unshare.cgroup", "unshare.uts", "unshare.ipc", "unshare.user", "unshare.pid",
                    "unshare.net", "unshare.time"},
                   refused());
  return rows.take();
}

std::vector<Expectation> devices(const Setting& setting) {
  const std::string unless = unless_host_kernel(setting);
  Rows rows;
  rows.must_unless(unless, {"device.list"},
                   only({"console", "core", "fd", "full", "mqueue", "null", "ptmx", "pts", "random",
                         "shm", "stderr", "stdin", "stdout", "tty", "urandom", "zero"}))
      .must_unless(unless, {"device.fuse"}, refused())
      .must(
          {"device.memory", "device.kmsg", "device.kvm", "device.loop", "device.disk", "device.tun",
           "device.vhost", "device.input", "device.graphics", "device.terminal", "device.clock",
           "device.msr", "device.tiocsti", "device.open_node", "device.mknod_home"},
          refused())
      .must_unless(unless, {"device.mknod_char", "device.mknod_block"}, refused());
  return rows.take();
}

std::vector<Expectation> network() {
  Rows rows;
  rows.must({"network.interfaces"}, only({"lo"}))
      .must({"network.routes", "network.unix_sockets"}, nothing())
      .must({"network.metadata", "network.metadata_ecs", "network.metadata_alibaba",
             "network.metadata_azure", "network.metadata_ipv6", "network.outside",
             "network.outside_udp", "network.docker_gateway", "network.host_loopback",
             "network.host_loopback_ipv6", "network.host_abstract", "network.dns",
             "network.low_ports"},
            refused());
  return rows.take();
}

}  // namespace

Rows& Rows::must(std::initializer_list<const char*> names, const Want& want) {
  for (const char* name : names) rows_.push_back({.name = name, .kind = containment, .want = want});
  return *this;
}

Rows& Rows::must_unless(const std::string& reason, std::initializer_list<const char*> names,
                        const Want& want) {
  if (reason.empty()) return must(names, want);
  for (const char* name : names) {
    rows_.push_back({.name = name, .kind = note, .want = anything(reason)});
  }
  return *this;
}

Rows& Rows::tells(std::initializer_list<const char*> names, const Want& want) {
  for (const char* name : names) rows_.push_back({.name = name, .kind = awareness, .want = want});
  return *this;
}

std::vector<Expectation> expectations(const Setting& setting) {
  std::vector<Expectation> all;
  std::array groups = {identity(setting),
                       namespaces(setting),
                       devices(setting),
                       kernel_expectations(setting),
                       file_expectations(setting),
                       network(),
                       limit_expectations(setting),
                       awareness_expectations()};
  for (std::vector<Expectation>& group : groups) std::ranges::move(group, std::back_inserter(all));
  return all;
}

}  // namespace redcode::attest
