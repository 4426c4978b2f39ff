// Every check of checks.md is failed by one made-up host and passed by the same host without that
// flaw. No root, no daemon.
#include "doctor/checks.h"

#include <gmock/gmock.h>
#include <sys/statvfs.h>

#include <cerrno>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/failure.h"
#include "base/temp_dir.h"
#include "doctor/advisories.h"
#include "doctor/daemon.h"
#include "doctor/data.h"
#include "doctor/doctor.h"
#include "doctor/engines.h"
#include "doctor/environment.h"
#include "doctor/images.h"
#include "doctor/kernel.h"

namespace redcode::doctor {
namespace {

using Variables = std::map<std::string, std::string>;

// The same host twice: with the flaw, and without.
struct Looks {
  Findings bad;
  Findings good;
};

template <class Facts>
Findings judged(const Facts& facts) {
  Findings findings;
  judge(facts, findings);
  return findings;
}

http::Environment reading(Variables variables) {
  return [variables = std::move(variables)](const std::string& name) {
    const auto found = variables.find(name);
    return found == variables.end() ? "" : found->second;
  };
}

Looks kernel(const std::function<void(Kernel&)>& spoil) {
  const Kernel good{.release = "6.1.0-18-amd64",
                    .capabilities = ~std::uint64_t{0},
                    .mounts = "cgroup2 /sys/fs/cgroup cgroup2 rw 0 0\n",
                    .controllers = "cpuset cpu io memory pids\n",
                    .most_user_namespaces = "15000",
                    .file_systems = "nodev\ttmpfs\nnodev\toverlay\n",
                    .seccomp_actions = "kill_process errno user_notif allow\n",
                    .most_fanotify_groups = "128"};
  Kernel bad = good;
  spoil(bad);
  return {judged(bad), judged(good)};
}

Looks environment(const std::function<void(Environment&)>& spoil) {
  constexpr std::uint64_t gibibyte = 1U << 30U;
  const steer::Space roomy{.bytes = 100 * gibibyte,
                           .bytes_free = 50 * gibibyte,
                           .inodes = 10'000'000,
                           .inodes_free = 9'000'000};
  const Environment good{.disks = {{"/here", roomy}},
                         .memory_available = 4 * gibibyte,
                         .temporary = "/tmp",
                         .runs = "/here/runs",
                         .open_files = 1024,
                         .variables = reading({})};
  Environment bad = good;
  spoil(bad);
  return {judged(bad), judged(good)};
}

Looks connection(const std::function<void(Connection&)>& spoil) {
  Connection bad{.address = "/var/run/docker.sock", .error = ENOENT, .installed = true};
  spoil(bad);
  return {judged(bad), judged(Connection{.address = "/var/run/docker.sock"})};
}

Looks version(const std::optional<Json>& bad) {
  Looks looks;
  EXPECT_FALSE(judge_version(bad, looks.bad));
  EXPECT_TRUE(judge_version(Json{{"ApiVersion", "1.43"}}, looks.good));
  return looks;
}

Looks networks(std::size_t bad, std::size_t good) {
  const Json info = {{"DefaultAddressPools", {{{"Base", "10.9.0.0/22"}, {"Size", 24}}}}};
  const Json bridge = {{"Driver", "bridge"}};
  Looks looks;
  judge_networks(info, Json(bad, bridge), looks.bad);
  judge_networks(info, Json(good, bridge), looks.good);
  return looks;
}

struct Daemon {
  docker::DaemonInfo account = {
      .version = {{"Version", "24.0.5"}, {"ApiVersion", "1.43"}},
      .info = {{"Driver", "overlay2"},
               {"Runtimes", {{"runc", {{"path", "runc"}}}, {"runsc", {{"path", "runsc"}}}}},
               {"DefaultRuntime", "runc"},
               {"SystemTime", "1970-01-01T00:00:30.5Z"}}};
  DaemonHost host = {.variables = reading({}), .companion_program = "/usr/bin/redcode-companion"};

  void become_podman() {
    account.version["Components"] = {{{"Name", "Podman Engine"}}};
    account.info["Driver"] = "overlay";
  }
  void store_in_containerd() {
    account.info["Driver"] = "overlayfs";
    account.info["DriverStatus"] =
        Json::array({Json::array({"driver-type", "io.containerd.snapshotter.v1"})});
  }
};

void judge(const Daemon& daemon, Findings& findings) {
  judge(daemon.account, daemon.host, findings);
}

Looks daemon(const std::function<void(Daemon&)>& spoil) {
  Daemon bad;
  spoil(bad);
  return {judged(bad), judged(Daemon{})};
}

Looks image_of_oci(const KeptImage& bad) {
  Looks looks;
  judge_image_of_oci(bad, looks.bad);
  judge_image_of_oci({.state = KeptImage::whole}, looks.good);
  return looks;
}

Looks image_of_docker(const KeptImage& bad) {
  Looks looks;
  judge_image_of_docker(bad, looks.bad);
  judge_image_of_docker({.state = KeptImage::whole}, looks.good);
  return looks;
}

Looks images(const std::function<void(BothImages&)>& spoil) {
  const KeptImage image{.state = KeptImage::whole, .content = "sha256:1", .recipe = "sha256:2"};
  BothImages images{.oci = image, .docker = image, .recipe = "sha256:2"};
  Looks looks;
  judge_images(images, looks.good);
  spoil(images);
  judge_images(images, looks.bad);
  return looks;
}

Looks data(const std::function<std::filesystem::path()>& find) {
  Looks looks;
  look_at_data(find, looks.bad);
  look_at_data([] { return "corpus"; }, looks.good);
  return looks;
}

Looks engine_name(const std::string& bad) {
  Looks looks;
  judge_engine_name(bad, looks.bad);
  for (const char* good : {"auto", "docker", "docker+kata", "oci", "oci+runsc"})
    judge_engine_name(good, looks.good);
  return looks;
}

Looks leftovers() {
  Looks looks;
  judge_leftovers({"redcode-1"}, looks.bad);
  judge_leftovers({}, looks.good);
  return looks;
}

using Cases = std::vector<std::pair<std::string_view, Looks>>;

Cases cases_of_reaching_a_daemon() {
  return {
      {"docker-not-installed", connection([](auto& tried) { tried.installed = false; })},
      {"docker-not-started", connection([](auto&) {})},
      {"docker-elsewhere", connection([](auto& tried) { tried.elsewhere = "/run/podman.sock"; })},
      {"docker-host-wrong", connection([](auto& tried) { tried.named = true; })},
      {"docker-socket-permission", connection([](auto& tried) { tried.error = EACCES; })},
      {"docker-group-stale", connection([](auto& tried) {
         tried.error = EACCES;
         tried.in_group = true;
       })},
      {"docker-silent", connection([](auto& tried) { tried.error = EAGAIN; })},
      {"docker-silent", version(std::nullopt)},
      {"docker-silent", image_of_docker({.state = KeptImage::silent})},
      {"docker-odd-answer", version(Json("220 ESMTP"))},
      {"docker-api-old", version(Json{{"ApiVersion", "1.40"}})},
      {"docker-api-new", version(Json{{"ApiVersion", "1.60"}, {"MinAPIVersion", "1.52"}})},
      {"docker-refused",
       {judged(TriedEngine{.name = "docker+runc", .why_not = "no"}),
        judged(TriedEngine{.name = "docker+runc"})}},
      {"address-pools", networks(3, 2)},
      {"image-missing-docker", image_of_docker({.state = KeptImage::missing})},
  };
}

Cases cases_of_a_daemons_kind() {
  return {
      {"docker-desktop",
       daemon([](auto& bad) { bad.account.info["OperatingSystem"] = "Docker Desktop"; })},
      {"docker-remote", daemon([](auto& bad) { bad.account.near = false; })},
      {"docker-rootless",
       daemon([](auto& bad) { bad.account.info["SecurityOptions"] = {"name=rootless"}; })},
      {"docker-maps-users", daemon([](auto& bad) {
         bad.account.info["SecurityOptions"] = {"name=userns"};
         bad.host.user = 1000;
       })},
      {"podman", daemon([](auto& bad) { bad.become_podman(); })},
      {"podman-without-root", daemon([](auto& bad) {
         bad.become_podman();
         bad.host.user = 1000;
       })},
      {"podman-runtime", daemon([](auto& bad) {
         bad.become_podman();
         bad.account.info["DefaultRuntime"] = "crun";
       })},
      {"docker-runtime", daemon([](auto& bad) { bad.host.runtime = "kata"; })},
      {"docker-limits", daemon([](auto& bad) { bad.account.info["PidsLimit"] = false; })},
      {"storage-driver", daemon([](auto& bad) { bad.account.info["Driver"] = "btrfs"; })},
      {"containerd-image-store", daemon([](auto& bad) {
         bad.store_in_containerd();
         bad.host.runtime = "runsc";
       })},
  };
}

Cases cases_of_a_daemons_host() {
  return {
      {"companion-missing", daemon([](auto& bad) {
         bad.account.near = false;
         bad.host.has_companion = false;
       })},
      {"companion-off", daemon([](auto& bad) {
         bad.account.near = false;
         bad.host.companion = docker::CompanionUse::never;
       })},
      {"companion-setting", daemon([](auto& bad) { bad.host.wrong_companion = "sometimes"; })},
      {"selinux", daemon([](auto& bad) { bad.host.selinux_enforcing = true; })},
      {"apparmor-parser", daemon([](auto& bad) {
         bad.host.apparmor = true;
         bad.host.apparmor_parser = false;
       })},
      {"user-namespaces-restricted", daemon([](auto& bad) {
         bad.account.info["SecurityOptions"] = {"name=rootless"};
         bad.host.user = 1000;
         bad.host.userns_clone = "0";
       })},
      {"user-namespaces-restricted", daemon([](auto& bad) {
         bad.account.info["SecurityOptions"] = {"name=rootless"};
         bad.host.user = 1000;
         bad.host.userns_restricted = "1";
       })},
      {"clock-differs", daemon([](auto& bad) { bad.host.now += std::chrono::minutes(2); })},
      {"proxy-daemon", daemon([](auto& bad) {
         bad.host.variables = reading({{"https_proxy", "http://proxy.example:3128"}});
       })},
  };
}

Cases cases_of_kernels() {
  return {
      {"not-root", kernel([](auto& bad) { bad.user = 1000; })},
      {"no-privileges", kernel([](auto& bad) { bad.capabilities = 0; })},
      {"process-events", kernel([](auto& bad) { bad.why_no_process_events = "refused"; })},
      {"kernel-old", kernel([](auto& bad) { bad.release = "5.18.0"; })},
      {"cgroup-missing", kernel([](auto& bad) { bad.mounts = ""; })},
      {"cgroup-controllers", kernel([](auto& bad) { bad.controllers = "cpu pids"; })},
      {"user-namespaces", kernel([](auto& bad) { bad.has_user_namespaces = false; })},
      {"user-namespaces", kernel([](auto& bad) { bad.most_user_namespaces = "0"; })},
      {"user-namespaces", kernel([](auto& bad) { bad.why_no_user_namespace = "a chroot"; })},
      {"overlayfs-missing", kernel([](auto& bad) { bad.file_systems = "nodev\ttmpfs\n"; })},
      {"fanotify-missing", kernel([](auto& bad) { bad.fanotify_error = ENOSYS; })},
      {"fanotify-groups", kernel([](auto& bad) { bad.fanotify_error = EMFILE; })},
      {"fanotify-groups", kernel([](auto& bad) { bad.most_fanotify_groups = "16"; })},
      {"seccomp", kernel([](auto& bad) { bad.seccomp_actions = "kill_process errno"; })},
      {"runtime-missing",
       {judged(OciRuntime{.name = "crun", .why_not = "no crun"}),
        judged(OciRuntime{.name = "crun", .version = "crun version 1.8"})}},
      {"runtime-old",
       {judged(OciRuntime{.name = "runc", .version = "runc version 1.0.0~rc93"}),
        judged(OciRuntime{.name = "runc", .version = "runc version 1.1.5"})}},
      {"advisories",
       {judged(std::vector<Installed>{{.program = "runc", .version = "1.2.7"}}),
        judged(std::vector<Installed>{{.program = "runc", .version = "1.4.0"}})}},
      {"oci-refused",
       {judged(TriedEngine{.name = "oci+runc", .why_not = "no"}),
        judged(TriedEngine{.name = "oci+runc"})}},
  };
}

Cases cases_of_environments() {
  const auto with = [](Variables variables) {
    return environment([&](Environment& bad) { bad.variables = reading(std::move(variables)); });
  };
  const std::string proxy = "http://proxy.example:3128";
  return {
      {"engine-unknown", engine_name("kata")},
      {"loopback", environment([](auto& bad) { bad.why_no_loopback = "no call"; })},
      {"disk-full", environment([](auto& bad) { bad.disks[0].space.bytes_free = 1U << 20U; })},
      {"disk-low", environment([](auto& bad) { bad.disks[0].space.bytes_free = 3U << 30U; })},
      {"memory-low", environment([](auto& bad) { bad.memory_available = 1U << 30U; })},
      {"tmp-unwritable", environment([](auto& bad) { bad.why_no_temporary = "read-only"; })},
      {"tmp-noexec", environment([](auto& bad) { bad.temporary_flags = ST_NOEXEC; })},
      {"tmp-noexec", environment([](auto& bad) { bad.temporary_flags = ST_NODEV; })},
      {"runs-unwritable", environment([](auto& bad) { bad.why_no_runs = "read-only"; })},
      {"open-files", environment([](auto& bad) { bad.open_files = 1023; })},
      {"proxy-unreadable", with({{"all_proxy", "socks5://127.0.0.1:1080"}})},
      {"proxy-upper-case", with({{"HTTP_PROXY", proxy}, {"NO_PROXY", "127.0.0.1"}})},
      {"proxy-local", with({{"https_proxy", proxy}})},
      {"clock-behind", environment([](auto& bad) { bad.behind = std::chrono::days(1); })},
      {"npm-missing", environment([](auto& bad) { bad.has_npm = false; })},
      {"gvisor-missing", environment([](auto& bad) { bad.has_runsc = false; })},
  };
}

Cases cases_of_our_data() {
  const auto nowhere = []() -> std::filesystem::path {
    throw Failure(Failure::Kind::unavailable, "no corpus");
  };
  const TempDir empty("doctor-test");
  return {
      {"data-missing", data(nowhere)},
      {"corpus-broken", data([&] { return empty.path(); })},
      {"image-missing-oci", image_of_oci({.state = KeptImage::missing})},
      {"image-broken", image_of_oci({.state = KeptImage::broken})},
      {"image-store-overlay", image_of_oci({.state = KeptImage::whole, .on_overlay = true})},
      {"images-differ", images([](auto& bad) { bad.docker.content = "sha256:3"; })},
      {"image-outdated", images([](auto& bad) { bad.recipe = "sha256:3"; })},
      {"leftovers", leftovers()},
  };
}

Cases all_cases() {
  Cases all;
  for (const Cases& some :
       {cases_of_reaching_a_daemon(), cases_of_a_daemons_kind(), cases_of_a_daemons_host(),
        cases_of_kernels(), cases_of_environments(), cases_of_our_data()})
    all.insert(all.end(), some.begin(), some.end());
  return all;
}

TEST(Checks, AreEachFailedByAFlawAndPassedWithoutIt) {
  for (const auto& [name, looks] : all_cases()) {
    EXPECT_TRUE(looks.bad.has(name)) << name;
    for (const Finding& finding : looks.good.all())
      EXPECT_EQ(finding.check, nullptr) << name << ": " << finding.found;
  }
}

TEST(Checks, HaveEachACase) {
  std::set<std::string_view> listed;
  std::set<std::string_view> tried;
  for (const Check& check : all_checks()) listed.insert(check.name);
  for (const auto& [name, looks] : all_cases()) tried.insert(name);

  EXPECT_EQ(tried, listed);
}

TEST(Checks, HaveNamesOfTheirOwnAndSayWhatToDo) {
  std::set<std::string_view> names;
  for (const Check& check : all_checks()) {
    EXPECT_TRUE(names.insert(check.name).second) << check.name;
    for (const std::string_view cell :
         {check.name, check.part, check.fails_when, check.meaning, check.fix})
      EXPECT_FALSE(cell.empty() || cell.contains('|')) << check.name;
  }
}

}  // namespace
}  // namespace redcode::doctor
