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
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <set>
#include <string>

#include "base/fd.h"
#include "base/process.h"
#include "base/temp_dir.h"
#include "base/text.h"
#include "doctor/host.h"
#include "http/proxy.h"
#include "run/steer/headroom.h"

namespace redcode::app {
namespace {

constexpr double gibibyte = 1U << 30U;

void judge_disk(const std::filesystem::path& folder, const steer::Space& disk, Findings& findings) {
  constexpr double enough = 5;
  const double free = static_cast<double>(disk.bytes_free) / gibibyte;
  const std::string found = fmt::format("{:.1f} GiB free at {}", free, folder.string());
  if (steer::nearly_full(disk)) {
    findings.fail("disk-full", found + fmt::format(", {} inodes", disk.inodes_free));
  } else if (free < enough) {
    findings.fail("disk-low", found);
  } else {
    findings.pass("disk", found);
  }
}

// Each disk once, whatever lives on it.
void look_at_disks(const std::vector<std::filesystem::path>& folders, Findings& findings) {
  std::set<dev_t> seen;
  for (const std::filesystem::path& folder : folders) {
    struct stat there{};
    if (stat(folder.c_str(), &there) != 0 || !seen.insert(there.st_dev).second) continue;
    const steer::Readings readings = steer::read_host({folder});
    if (!readings.disks.empty()) judge_disk(folder, readings.disks.front(), findings);
  }
}

void look_at_memory(Findings& findings) {
  constexpr double enough = 2;
  const steer::Readings readings = steer::read_host({});
  if (readings.memory == 0) return;
  const double free = static_cast<double>(readings.memory_available) / gibibyte;
  const std::string found = fmt::format("{:.1f} GiB available", free);
  free < enough ? findings.fail("memory-low", found) : findings.pass("memory", found);
}

void look_at_temporary(Findings& findings) {
  try {
    const TempDir folder("doctor");
    const std::string where = folder.path().parent_path().string();
    struct statvfs told{};
    statvfs(folder.path().c_str(), &told);
    if ((told.f_flag & (ST_NOEXEC | ST_NODEV)) != 0) {
      findings.fail("tmp-noexec",
                    where + ((told.f_flag & ST_NOEXEC) != 0 ? " is noexec" : " is nodev"));
    } else {
      findings.pass("temporary files", where);
    }
  } catch (const std::exception& failure) {
    findings.fail("tmp-unwritable", failure.what());
  }
}

void look_at_runs_folder(Findings& findings) {
  std::error_code error;
  const std::filesystem::path here = std::filesystem::current_path(error);
  const std::filesystem::path runs = here / "runs";
  const std::filesystem::path asked = std::filesystem::exists(runs, error) ? runs : here;
  if (access(asked.c_str(), W_OK | X_OK) == 0) return findings.pass("runs folder", runs.string());
  findings.fail("runs-unwritable", fmt::format("{}: {}", asked.string(), std::strerror(errno)));
}

void look_at_open_files(Findings& findings) {
  constexpr rlim_t enough = 1024;
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  const std::string found = fmt::format("{} at a time", limit.rlim_cur);
  limit.rlim_cur < enough ? findings.fail("open-files", found) : findings.pass("open files", found);
}

// What goes wrong when a program of this host calls another; "": nothing.
std::string loopback_trouble() {
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

void look_at_loopback(Findings& findings) {
  const std::string trouble = loopback_trouble();
  trouble.empty() ? findings.pass("loopback", "127.0.0.1 answers")
                  : findings.fail("loopback", trouble);
}

// Never the value: it may hold a password.
void look_at_proxies(Findings& findings) {
  const std::string named = proxy_variable();
  if (named.empty()) return;
  const http::Endpoint model{.host = "model.invalid", .port = 443, .tls = true};
  const http::Endpoint plain{.host = "model.invalid", .port = 80};
  for (const http::Endpoint& endpoint : {model, plain}) {
    const auto proxy = http::proxy_for(endpoint, environment);
    if (proxy) continue;
    return findings.fail("proxy-unreadable", proxy.error().message);
  }
  if (!environment("HTTP_PROXY").empty() && environment("http_proxy").empty())
    findings.fail("proxy-upper-case", "HTTP_PROXY alone is not heeded");
  const std::string direct = environment("no_proxy") + "," + environment("NO_PROXY");
  if (!direct.contains("127.0.0.1") && !direct.contains('*'))
    findings.fail("proxy-local", fmt::format("{} is set, NO_PROXY lists no 127.0.0.1", named));
}

// A program cannot be younger than today.
void look_at_clock(Findings& findings) {
  struct stat program{};
  if (stat("/proc/self/exe", &program) != 0) return;
  const auto made = std::chrono::system_clock::from_time_t(program.st_mtime);
  const auto behind = made - std::chrono::system_clock::now();
  const auto days = std::chrono::duration_cast<std::chrono::days>(behind).count();
  if (days >= 1) findings.fail("clock-behind", fmt::format("by {} days at least", days));
}

}  // namespace

std::string environment(const std::string& name) {
  const char* value = std::getenv(name.c_str());
  return value == nullptr ? "" : value;
}

std::string proxy_variable() {
  for (const char* name :
       {"https_proxy", "HTTPS_PROXY", "http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"}) {
    if (!environment(name).empty()) return name;
  }
  return {};
}

void look_at_environment(const std::vector<std::filesystem::path>& folders, Findings& findings) {
  look_at_disks(folders, findings);
  look_at_memory(findings);
  look_at_temporary(findings);
  look_at_runs_folder(findings);
  look_at_open_files(findings);
  look_at_loopback(findings);
  look_at_proxies(findings);
  look_at_clock(findings);
  if (!program_exists("npm")) findings.fail("npm-missing", "it is not in PATH");
}

}  // namespace redcode::app
