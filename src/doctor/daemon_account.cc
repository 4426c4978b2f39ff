// What a daemon says about itself: its kind, its storage, its limits.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/failure.h"
#include "base/json.h"
#include "base/process.h"
#include "base/text.h"
#include "doctor/daemon.h"
#include "doctor/environment.h"
#include "doctor/fixes.h"
#include "doctor/kernel.h"

namespace redcode::doctor {
namespace {

bool has_security_option(const Json& info, std::string_view name) {
  const Json options = info.value("SecurityOptions", Json::array());
  return std::ranges::any_of(options, [name](const Json& option) {
    return option.is_string() && option.get<std::string>().starts_with("name=" + std::string(name));
  });
}

void judge_kind(const docker::DaemonInfo& account, bool root, Findings& findings) {
  const auto system = member_or<std::string>(account.info, "OperatingSystem", "");
  if (system.contains("Docker Desktop")) findings.fail("docker-desktop", system);
  if (!account.near) findings.fail("docker-remote", "it is reached over the network");
  if (has_security_option(account.info, "rootless")) {
    findings.fail("docker-rootless",
                  member_or<std::string>(account.info, "DockerRootDir", "rootless"));
  }
  if (has_security_option(account.info, "userns") && !root)
    findings.fail("docker-maps-users", "userns-remap is on");
  if (!docker::is_podman(account.version)) return;
  findings.fail(root ? "podman" : "podman-without-root",
                "Podman " + member_or<std::string>(account.version, "Version", "?"));
}

void judge_runtime(const docker::DaemonInfo& account, const std::string& runtime,
                   Findings& findings) {
  const Json runtimes = account.info.value("Runtimes", Json::object());
  const auto used = member_or<std::string>(account.info, "DefaultRuntime", "");
  if (docker::is_podman(account.version) && used != runtime) {
    findings.fail("podman-runtime", "it uses " + used,
                  "export REDCODE_ENGINE=docker+" + one_line(used, 40));
  } else if (!has(runtimes, runtime)) {
    std::vector<std::string> names;
    for (const auto& [name, settings] : runtimes.items()) names.push_back(name);
    findings.fail("docker-runtime",
                  fmt::format("no {}; it offers {}", one_line(runtime, 40), fmt::join(names, ", ")),
                  fix_of_docker_runtime(runtime));
  }
}

// Nothing where the engine would refuse it; judge_runtime() says why.
std::optional<docker::Daemon> daemon_of(const docker::DaemonInfo& account,
                                        const std::string& runtime) {
  try {
    return docker::daemon_from(account, runtime);
  } catch (const Failure&) {
    return std::nullopt;
  }
}

void judge_storage(const docker::DaemonInfo& account, const std::string& runtime,
                   Findings& findings) {
  const auto driver = member_or<std::string>(account.info, "Driver", "?");
  const std::string found = "storage driver " + driver;
  const bool snapshots = docker::stores_in_containerd(account.info);
  const std::optional<docker::Daemon> daemon = daemon_of(account, runtime);
  if (snapshots && (driver != "overlayfs" || (daemon && daemon->binds_read_only()))) {
    findings.fail("containerd-image-store", found);
  } else if (!snapshots && driver != "overlay2" && driver != "overlay") {
    findings.fail("storage-driver", found);
  } else {
    findings.pass("docker storage", snapshots ? found + " of containerd" : found);
  }
}

// Podman does not tell; its own checks are the try-out's.
void judge_limits(const Json& info, Findings& findings) {
  std::vector<std::string> missing;
  for (const char* limit : {"MemoryLimit", "PidsLimit", "CpuCfsQuota"}) {
    if (!member_or<bool>(info, limit, true)) missing.emplace_back(limit);
  }
  if (!missing.empty())
    findings.fail("docker-limits", fmt::format("no {}", fmt::join(missing, ", no ")));
}

void judge_companion(const docker::DaemonInfo& account, const DaemonHost& host,
                     Findings& findings) {
  if (!host.wrong_companion.empty())
    return findings.fail("companion-setting", host.wrong_companion);
  const std::optional<docker::Daemon> daemon = daemon_of(account, host.runtime);
  if (!daemon || daemon->here || daemon->binds_read_only()) return;
  const std::string program = host.companion_program.string();
  if (host.companion == docker::CompanionUse::never) {
    findings.fail("companion-off", "nobody looks into sandboxes");
  } else {
    findings.check("companion-missing", host.has_companion,
                   host.has_companion ? program : program + " is not there");
  }
}

void judge_confinement(const docker::DaemonInfo& account, const DaemonHost& host,
                       Findings& findings) {
  if (has_security_option(account.info, "selinux") || (account.near && host.selinux_enforcing))
    findings.fail("selinux", "the kernel asks SELinux about every container");
  if (account.near && host.apparmor && !host.apparmor_parser)
    findings.fail("apparmor-parser", "apparmor_parser is neither in PATH nor in /usr/sbin");
  if (host.user == 0 || !has_security_option(account.info, "rootless")) return;
  if (host.userns_clone == "0")
    findings.fail("user-namespaces-restricted", "kernel.unprivileged_userns_clone is 0");
  if (host.userns_restricted == "1")
    findings.fail("user-namespaces-restricted", "kernel.apparmor_restrict_unprivileged_userns is 1",
                  "sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0");
}

// Seconds since 1970 of "2026-11-16T08:10:44.99Z", or with an offset behind it.
std::optional<std::chrono::sys_seconds> rfc3339(const std::string& text) {
  constexpr std::size_t seconds_end = 19;
  constexpr std::size_t offset_length = 6;  // "+01:00"
  const std::optional<std::chrono::sys_seconds> local = time_of(text.substr(0, seconds_end) + "Z");
  if (!local || text.ends_with('Z') || text.size() < seconds_end + offset_length) return local;
  const std::string offset = text.substr(text.size() - offset_length);
  const auto hours = std::chrono::hours(std::strtol(offset.substr(1, 2).c_str(), nullptr, 10));
  const auto minutes = std::chrono::minutes(std::strtol(offset.substr(4).c_str(), nullptr, 10));
  return offset.starts_with('-') ? *local + hours + minutes : *local - hours - minutes;
}

void judge_clock(const Json& info, std::chrono::sys_seconds now, Findings& findings) {
  const auto told = rfc3339(member_or<std::string>(info, "SystemTime", ""));
  if (!told) return;
  const auto apart = std::chrono::abs(*told - now);
  if (apart > std::chrono::minutes(1))
    findings.fail("clock-differs", fmt::format("they are {} s apart", apart.count()));
}

void judge_proxy(const Json& info, const http::Environment& variables, Findings& findings) {
  const std::string named = proxy_variable(variables);
  const std::string own = member_or<std::string>(info, "HttpsProxy", "") +
                          member_or<std::string>(info, "HttpProxy", "");
  if (!named.empty() && own.empty())
    findings.fail("proxy-daemon", fmt::format("{} is set, and the daemon asks directly", named));
}

}  // namespace

DaemonHost read_daemon_host(std::string runtime) {
  std::error_code error;
  DaemonHost host{
      .runtime = std::move(runtime),
      .user = geteuid(),
      .variables = variable,
      .now = std::chrono::time_point_cast<std::chrono::seconds>(std::chrono::system_clock::now()),
      .selinux_enforcing = setting("/sys/fs/selinux/enforce") == "1",
      .apparmor = setting("/sys/module/apparmor/parameters/enabled").starts_with('Y'),
      .apparmor_parser = program_exists("apparmor_parser") ||
                         access("/sbin/apparmor_parser", X_OK) == 0 ||
                         access("/usr/sbin/apparmor_parser", X_OK) == 0,
      .userns_clone = setting("/proc/sys/kernel/unprivileged_userns_clone"),
      .userns_restricted = setting("/proc/sys/kernel/apparmor_restrict_unprivileged_userns"),
      .companion_program = docker::companion_program()};
  host.has_companion = std::filesystem::exists(host.companion_program, error);
  try {
    host.companion = docker::companion_use();
  } catch (const Failure& failure) {
    host.wrong_companion = failure.what();
  }
  return host;
}

void judge(const docker::DaemonInfo& account, const DaemonHost& host, Findings& findings) {
  findings.pass(
      "docker daemon",
      fmt::format("{} {}, API {}", docker::is_podman(account.version) ? "Podman" : "Docker",
                  member_or<std::string>(account.version, "Version", "?"),
                  member_or<std::string>(account.version, "ApiVersion", "?")));
  judge_kind(account, host.user == 0, findings);
  judge_runtime(account, host.runtime, findings);
  judge_storage(account, host.runtime, findings);
  judge_limits(account.info, findings);
  judge_companion(account, host, findings);
  judge_confinement(account, host, findings);
  judge_clock(account.info, host.now, findings);
  judge_proxy(account.info, host.variables, findings);
}

}  // namespace redcode::doctor
