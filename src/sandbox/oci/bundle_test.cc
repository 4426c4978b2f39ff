#include "sandbox/oci/bundle.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <map>

#include "base/failure.h"
#include "sandbox/oci/call_log.h"
#include "sandbox/oci/verify.h"
#include "sandbox/seccomp.h"

namespace redcode::oci {
namespace {

using testing::Contains;
using testing::Not;

Json find_rule(const Json& profile, const std::string& call) {
  for (const Json& rule : profile.at("syscalls")) {
    for (const Json& name : rule.at("names")) {
      if (name == call) return rule;
    }
  }
  return nullptr;
}

TEST(BundleConfig, AsksForEveryLimitOfThePolicy) {
  const BundlePlan plan{.policy = {.memory_limit = 1 << 28, .cpu_quota = 25'000, .pids_limit = 64},
                        .rootfs = "/r",
                        .cgroup = "/redcode/x",
                        .id_shift = 100'000};

  const Json config = config_of(plan);

  const Json& resources = config.at("linux").at("resources");
  EXPECT_EQ(resources.at("memory").at("limit"), 1 << 28);
  EXPECT_EQ(resources.at("memory").at("swap"), 1 << 28);
  EXPECT_EQ(resources.at("cpu").at("quota"), 25'000);
  EXPECT_EQ(resources.at("pids").at("limit"), 64);
  EXPECT_EQ(resources.at("devices").at(0).at("allow"), false);
  EXPECT_EQ(config.at("linux").at("cgroupsPath"), "/redcode/x");
  EXPECT_EQ(config.at("linux").at("uidMappings").at(0).at("hostID"), 100'000);
  EXPECT_EQ(config.at("process").at("noNewPrivileges"), true);
  EXPECT_EQ(config.at("process").at("capabilities").at("bounding"), Json::array());
}

TEST(BundleConfig, PutsASandboxBesideAnotherIntoItsNetworkAndTheUserNamespaceThatOwnsIt) {
  const auto namespaces_of = [](const BundlePlan& plan) {
    std::map<std::string, std::string> paths;
    for (const Json& one : config_of(plan).at("linux").at("namespaces"))
      paths[one.at("type")] = member_or<std::string>(one, "path", "");
    return paths;
  };

  const auto own = namespaces_of({.rootfs = "/r", .id_shift = 100'000});
  const auto beside = namespaces_of({.rootfs = "/r",
                                     .id_shift = 100'000,
                                     .network_namespace = "/proc/1/fd/5",
                                     .user_namespace = "/proc/1/fd/6"});

  for (const auto& [kind, path] : own) EXPECT_EQ(path, "") << kind;
  for (const auto& [kind, path] : beside) {
    EXPECT_EQ(path, kind == "network" ? "/proc/1/fd/5" : kind == "user" ? "/proc/1/fd/6" : "");
  }
  EXPECT_EQ(own.size(), 7U);
  EXPECT_EQ(beside.size(), 7U);
}

TEST(BundleConfig, GivesACommandTheWorldsUser) {
  const Json dev = process_of({}, {}, {"true"}, "/srv");
  const Json root = process_of({}, {.root = true}, {"true"}, "/srv");

  EXPECT_EQ(dev.at("user").at("uid"), 1000);
  EXPECT_EQ(root.at("user").at("uid"), 0);
  EXPECT_EQ(dev.at("cwd"), "/srv");
}

TEST(SeccompProfile, RefusesWhatItDoesNotKnow) {
  const Json profile = sandbox::seccomp_profile();

  EXPECT_EQ(profile.at("defaultAction"), "SCMP_ACT_ERRNO");
  for (const char* call : {"mount",
                           "unshare",
                           "setns",
                           "bpf",
                           "perf_event_open",
                           "keyctl",
                           "add_key",
                           "request_key",
                           "io_uring_setup",
                           "userfaultfd",
                           "ptrace",
                           "process_vm_readv",
                           "process_vm_writev",
                           "kexec_load",
                           "init_module",
                           "finit_module",
                           "open_by_handle_at",
                           "swapon",
                           "reboot",
                           "acct",
                           "quotactl",
                           "pivot_root",
                           "umount2",
                           "fsopen",
                           "move_mount",
                           "open_tree",
                           "mount_setattr",
                           "pidfd_getfd",
                           "kcmp",
                           "settimeofday",
                           "clock_settime",
                           "vhangup",
                           "lookup_dcookie"}) {
    EXPECT_EQ(find_rule(profile, call), nullptr) << call;
  }
}

TEST(SeccompProfile, AllowsNamespacesAndSocketsWithConditionsOnly) {
  const Json profile = sandbox::seccomp_profile();

  EXPECT_TRUE(find_rule(profile, "clone").contains("args"));
  EXPECT_TRUE(find_rule(profile, "socket").contains("args"));
  EXPECT_TRUE(find_rule(profile, "personality").contains("args"));
  EXPECT_EQ(find_rule(profile, "clone3").at("errnoRet"), 38);
  EXPECT_EQ(find_rule(profile, "read").at("action"), "SCMP_ACT_ALLOW");
}

// Whether the profile lets a call through with these arguments, as the kernel would decide.
bool lets_through(const Json& profile, const std::string& call,
                  const std::vector<std::uint64_t>& arguments) {
  const auto holds = [&arguments](const Json& test) {
    const std::uint64_t given = arguments.at(test.at("index").get<std::size_t>());
    const auto value = test.at("value").get<std::uint64_t>();
    return test.at("op") == "SCMP_CMP_MASKED_EQ"
               ? (given & value) == test.at("valueTwo").get<std::uint64_t>()
               : given == value;
  };
  for (const Json& rule : profile.at("syscalls")) {
    const auto names = rule.at("names").get<std::vector<std::string>>();
    if (std::ranges::find(names, call) == names.end() || rule.at("action") != "SCMP_ACT_ALLOW") {
      continue;
    }
    const Json tests = rule.value("args", Json::array());
    if (std::ranges::all_of(tests, holds)) return true;
  }
  return false;
}

TEST(SeccompProfile, LetsNoProgramHoldALeaseOnAFile) {
  const Json profile = sandbox::seccomp_profile();
  constexpr std::uint64_t above = 1ULL << 32U;  // which the kernel does not look at

  EXPECT_FALSE(lets_through(profile, "fcntl", {3, F_SETLEASE, F_WRLCK}));
  EXPECT_FALSE(lets_through(profile, "fcntl", {3, F_SETLEASE | above, F_WRLCK}));
  for (const int command :
       {F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_SETLK, F_SETLKW, F_OFD_SETLK, F_OFD_SETLKW,
        F_GETLEASE, F_DUPFD_CLOEXEC, F_SETPIPE_SZ, F_GETPIPE_SZ, F_ADD_SEALS, F_GET_SEALS}) {
    EXPECT_TRUE(lets_through(profile, "fcntl", {3, static_cast<std::uint64_t>(command), 0}))
        << command;
  }
}

TEST(SeccompProfile, LetsOnlyTcpAndUdpOut) {
  const Json profile = sandbox::seccomp_profile();
  constexpr std::uint64_t flags = SOCK_CLOEXEC | SOCK_NONBLOCK;

  for (const std::uint64_t family : {AF_INET, AF_INET6}) {
    EXPECT_TRUE(lets_through(profile, "socket", {family, SOCK_STREAM | flags, 0}));
    EXPECT_TRUE(lets_through(profile, "socket", {family, SOCK_STREAM, IPPROTO_TCP}));
    EXPECT_TRUE(lets_through(profile, "socket", {family, SOCK_DGRAM | flags, 0}));
    EXPECT_TRUE(lets_through(profile, "socket", {family, SOCK_DGRAM, IPPROTO_UDP}));
    for (const std::uint64_t protocol :  // UDP-Lite, ICMP twice, SCTP, L2TP, SMC, MPTCP
         {136U, 1U, 58U, 132U, 115U, 256U, 262U}) {
      EXPECT_FALSE(lets_through(profile, "socket", {family, SOCK_DGRAM, protocol})) << protocol;
      EXPECT_FALSE(lets_through(profile, "socket", {family, SOCK_STREAM, protocol})) << protocol;
    }
    EXPECT_FALSE(lets_through(profile, "socket", {family, SOCK_RAW, IPPROTO_UDP}));
    EXPECT_FALSE(lets_through(profile, "socket", {family, SOCK_SEQPACKET, 0}));
  }
  EXPECT_TRUE(lets_through(profile, "socket", {AF_UNIX, SOCK_STREAM, 0}));
}

TEST(SeccompProfile, TellsOfTheCallsItIsAskedTo) {
  const Json profile = sandbox::seccomp_profile({.calls = {"unlinkat", "socket", "mount"},
                                                 .rules = CallRecorder::notify_rules,
                                                 .listener = "/run/s"});

  EXPECT_EQ(profile.at("listenerPath"), "/run/s");
  EXPECT_EQ(find_rule(profile, "unlinkat").at("action"), "SCMP_ACT_NOTIFY");
  EXPECT_EQ(find_rule(profile, "socket").at("action"), "SCMP_ACT_NOTIFY");
  EXPECT_TRUE(find_rule(profile, "socket").contains("args"));
  // To be told of is not to be allowed.
  EXPECT_EQ(find_rule(profile, "mount"), nullptr);
}

class RequireMounts : public testing::Test {
 protected:
  RequireMounts() {
    plan.policy.read_only_paths = {"/etc"};
    plan.binds = {{.source = "/host/t", .target = "/tmp"},
                  {.source = "/host/m", .target = "/in", .read_only = true}};
    table["/"] = {.type = "overlay"};
    table["/sys"] = {.type = "sysfs", .read_only = true};
    table["/etc"] = {.type = "overlay", .read_only = true};
    table["/tmp"] = {.type = "tmpfs", .no_suid = true, .no_dev = true};
    table["/in"] = {.type = "ext4", .read_only = true, .no_suid = true, .no_dev = true};
  }
  void check() const {
    require_mounts(plan, table, [](const std::string& path) { return path == "/etc"; });
  }

  BundlePlan plan;
  sandbox::MountTable table;
};

TEST_F(RequireMounts, AreContentWithWhatWasAsked) { EXPECT_NO_THROW(check()); }

TEST_F(RequireMounts, RefuseAMountNobodyAskedFor) {
  table["/home/dev/hidden"] = {.type = "tmpfs"};

  EXPECT_THROW(check(), Failure);
}

TEST_F(RequireMounts, RefuseAReadOnlyPathThatCanBeWritten) {
  table["/etc"].read_only = false;

  EXPECT_THROW(check(), Failure);
}

TEST_F(RequireMounts, RefuseAMissingReadOnlyPath) {
  table.erase("/etc");

  EXPECT_THROW(check(), Failure);
}

TEST_F(RequireMounts, RefuseAHostFolderThatCanBeWritten) {
  table["/in"].read_only = false;

  EXPECT_THROW(check(), Failure);
}

TEST_F(RequireMounts, TakeWhatCameAlongReadOnlyWithAHostFolder) {
  table["/in/deeper"] = {.type = "ext4", .read_only = true};
  EXPECT_NO_THROW(check());

  table["/in/deeper"].read_only = false;
  EXPECT_THROW(check(), Failure);
}

}  // namespace
}  // namespace redcode::oci
