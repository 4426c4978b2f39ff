#include "doctor/environment.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <set>

#include "base/fd.h"
#include "base/process.h"
#include "base/temp_dir.h"

namespace redcode::doctor {
namespace {

constexpr double gibibyte = 1U << 30U;

// Each disk once, whatever lives on it.
std::vector<Disk> disks_of(const std::vector<std::filesystem::path>& folders) {
  std::vector<Disk> disks;
  std::set<dev_t> seen;
  for (const std::filesystem::path& folder : folders) {
    struct stat there{};
    if (stat(folder.c_str(), &there) != 0 || !seen.insert(there.st_dev).second) continue;
    const steer::Readings readings = steer::read_host({folder});
    if (!readings.disks.empty()) disks.push_back({folder, readings.disks.front()});
  }
  return disks;
}

void read_temporary(Environment& environment) {
  try {
    const TempDir folder("doctor");
    struct statvfs told{};
    statvfs(folder.path().c_str(), &told);
    environment.temporary = folder.path().parent_path().string();
    environment.temporary_flags = told.f_flag;
  } catch (const std::exception& failure) {
    environment.why_no_temporary = failure.what();
  }
}

void read_runs_folder(Environment& environment) {
  std::error_code error;
  const std::filesystem::path here = std::filesystem::current_path(error);
  const std::filesystem::path runs = here / "runs";
  const std::filesystem::path asked = std::filesystem::exists(runs, error) ? runs : here;
  environment.runs = runs.string();
  if (access(asked.c_str(), W_OK | X_OK) != 0)
    environment.why_no_runs = fmt::format("{}: {}", asked.string(), std::strerror(errno));
}

// What goes wrong when a program of this host calls another; "": nothing.
std::string why_no_loopback() {
  constexpr int patience_ms = 1000;
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t length = sizeof address;
  auto* generic = static_cast<sockaddr*>(static_cast<void*>(&address));
  const Fd server(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  const Fd client(socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  if (!server || !client || bind(server.get(), generic, length) != 0 ||
      listen(server.get(), 1) != 0 || getsockname(server.get(), generic, &length) != 0) {
    return std::strerror(errno);
  }
  if (connect(client.get(), generic, length) != 0 && errno != EINPROGRESS)
    return std::strerror(errno);
  pollfd came{.fd = server.get(), .events = POLLIN};
  return poll(&came, 1, patience_ms) == 1 ? "" : "a call does not come through";
}

// A program cannot be younger than today.
std::chrono::days clock_behind() {
  struct stat program{};
  if (stat("/proc/self/exe", &program) != 0) return std::chrono::days(0);
  const auto made = std::chrono::system_clock::from_time_t(program.st_mtime);
  return std::chrono::duration_cast<std::chrono::days>(made - std::chrono::system_clock::now());
}

void judge_disk(const Disk& disk, Findings& findings) {
  constexpr double enough = 5;
  const double free = static_cast<double>(disk.space.bytes_free) / gibibyte;
  const std::string found = fmt::format("{:.1f} GiB free at {}", free, disk.folder.string());
  if (steer::nearly_full(disk.space)) {
    findings.fail("disk-full", found + fmt::format(", {} inodes", disk.space.inodes_free));
  } else {
    findings.check("disk-low", free >= enough, found);
  }
}

void judge_memory(std::uint64_t available, Findings& findings) {
  constexpr double enough = 2;
  const double free = static_cast<double>(available) / gibibyte;
  findings.check("memory-low", free >= enough, fmt::format("{:.1f} GiB available", free));
}

void judge_temporary(const Environment& environment, Findings& findings) {
  if (!environment.why_no_temporary.empty())
    return findings.fail("tmp-unwritable", environment.why_no_temporary);
  const bool noexec = (environment.temporary_flags & ST_NOEXEC) != 0;
  const bool nodev = (environment.temporary_flags & ST_NODEV) != 0;
  findings.check("tmp-noexec", !noexec && !nodev,
                 environment.temporary + (noexec  ? " is noexec"
                                          : nodev ? " is nodev"
                                                  : ""));
}

// Never the value: it may hold a password.
void judge_proxies(const http::Environment& variables, Findings& findings) {
  const std::string named = proxy_variable(variables);
  if (named.empty()) return;
  const http::Endpoint model{.host = "model.invalid", .port = 443, .tls = true};
  const http::Endpoint plain{.host = "model.invalid", .port = 80};
  for (const http::Endpoint& endpoint : {model, plain}) {
    const auto proxy = http::proxy_for(endpoint, variables);
    if (!proxy) return findings.fail("proxy-unreadable", proxy.error().message);
  }
  if (!variables("HTTP_PROXY").empty() && variables("http_proxy").empty())
    findings.fail("proxy-upper-case", "HTTP_PROXY alone is not heeded");
  const std::string direct = variables("no_proxy") + "," + variables("NO_PROXY");
  if (!direct.contains("127.0.0.1") && !direct.contains('*'))
    findings.fail("proxy-local", fmt::format("{} is set, NO_PROXY lists no 127.0.0.1", named));
}

}  // namespace

std::string variable(const std::string& name) {
  const char* value = std::getenv(name.c_str());
  return value == nullptr ? "" : value;
}

std::string proxy_variable(const http::Environment& variables) {
  for (const char* name :
       {"https_proxy", "HTTPS_PROXY", "http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"}) {
    if (!variables(name).empty()) return name;
  }
  return {};
}

Environment read_environment(const std::vector<std::filesystem::path>& folders) {
  Environment environment{.disks = disks_of(folders),
                          .why_no_loopback = why_no_loopback(),
                          .variables = variable,
                          .behind = clock_behind(),
                          .has_npm = program_exists("npm"),
                          .has_runsc = program_exists("runsc")};
  const steer::Readings readings = steer::read_host({});
  if (readings.memory != 0) environment.memory_available = readings.memory_available;
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) == 0) environment.open_files = limit.rlim_cur;
  read_temporary(environment);
  read_runs_folder(environment);
  return environment;
}

void judge(const Environment& environment, Findings& findings) {
  constexpr std::uint64_t enough_files = 1024;
  for (const Disk& disk : environment.disks) judge_disk(disk, findings);
  if (environment.memory_available) judge_memory(*environment.memory_available, findings);
  judge_temporary(environment, findings);
  const std::string& no_runs = environment.why_no_runs;
  findings.check("runs-unwritable", no_runs.empty(), no_runs.empty() ? environment.runs : no_runs);
  if (environment.open_files) {
    findings.check("open-files", *environment.open_files >= enough_files,
                   fmt::format("{} at a time", *environment.open_files));
  }
  const std::string& no_loopback = environment.why_no_loopback;
  findings.check("loopback", no_loopback.empty(),
                 no_loopback.empty() ? "127.0.0.1 answers" : no_loopback);
  judge_proxies(environment.variables, findings);
  if (environment.behind.count() >= 1)
    findings.fail("clock-behind", fmt::format("by {} days at least", environment.behind.count()));
  if (!environment.has_npm) findings.fail("npm-missing", "it is not in PATH");
  findings.check(
      "gvisor-missing", environment.has_runsc,
      environment.has_runsc ? "runsc is there" : "neither this host nor the daemon has runsc");
}

}  // namespace redcode::doctor
