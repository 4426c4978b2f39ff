#include "doctor/daemon.h"

#include <fmt/format.h>
#include <grp.h>
#include <pwd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <utility>

#include "base/failure.h"
#include "base/fd.h"
#include "base/process.h"
#include "base/text.h"
#include "base/version.h"
#include "base/with_timeout.h"
#include "doctor/host.h"
#include "sandbox/docker/api.h"
#include "sandbox/docker/engine.h"

namespace redcode::app {
namespace {

using namespace std::chrono_literals;

// What connecting to a Unix socket ends with, without waiting; 0: somebody listens.
int try_socket(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path) return ENAMETOOLONG;
  std::memcpy(&address.sun_path[0], path.data(), path.size());
  const Fd client(socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  if (!client) return errno;
  const auto* generic = static_cast<const sockaddr*>(static_cast<const void*>(&address));
  return connect(client.get(), generic, sizeof address) == 0 ? 0 : errno;
}

// A socket of a daemon that only DOCKER_HOST leads to; "" if there is none.
std::string other_socket() {
  const std::string session = environment("XDG_RUNTIME_DIR");
  const std::string user = session.empty() ? fmt::format("/run/user/{}", getuid()) : session;
  for (const std::string& path :
       {user + "/docker.sock", environment("HOME") + "/.docker/desktop/docker.sock",
        user + "/podman/podman.sock", std::string("/run/podman/podman.sock")}) {
    if (try_socket(path) == 0) return path;
  }
  return {};
}

// Whether the user database has this user in the group docker; the session may not know yet.
bool is_listed_in_docker_group() {
  const passwd* user = getpwuid(getuid());  // NOLINT(concurrency-mt-unsafe): one thread runs
  const std::string name = user == nullptr ? "" : user->pw_name;
  const group* docker = getgrnam("docker");  // NOLINT(concurrency-mt-unsafe): as above
  if (docker == nullptr || name.empty()) return false;
  for (char** member = docker->gr_mem; *member != nullptr; ++member) {
    if (name == *member) return true;
  }
  return false;
}

void nobody_listens(const std::string& path, int why, Findings& findings) {
  const std::string found = fmt::format("{}: {}", path, std::strerror(why));
  const std::string other = other_socket();
  if (!environment("DOCKER_HOST").empty()) return findings.fail("docker-host-wrong", found);
  if (!other.empty())
    return findings.fail("docker-elsewhere", fmt::format("a daemon listens at {}", other),
                         "export DOCKER_HOST=unix://" + other);
  const bool installed = program_exists("dockerd") || access("/usr/bin/dockerd", X_OK) == 0 ||
                         access("/usr/sbin/dockerd", X_OK) == 0;
  findings.fail(installed ? "docker-not-started" : "docker-not-installed", found);
}

// False: the findings says why.
bool can_be_reached(const std::string& address, Findings& findings) {
  if (address.starts_with("tcp://")) return true;
  const int why = try_socket(address);
  if (why == 0) return true;
  if (why == EACCES || why == EPERM) {
    findings.fail(is_listed_in_docker_group() ? "docker-group-stale" : "docker-socket-permission",
                  fmt::format("{}: {}", address, std::strerror(why)));
  } else if (why == EAGAIN) {
    findings.fail("docker-silent", fmt::format("{} takes no more connections", address));
  } else {
    nobody_listens(address, why, findings);
  }
  return false;
}

// Whether the daemon speaks a version of the API that we speak.
bool speaks_our_api(const Json& version, Findings& findings) {
  const auto newest = member_or<std::string>(version, "ApiVersion", "");
  const auto oldest = member_or<std::string>(version, "MinAPIVersion", "1.0");
  if (version_numbers(newest) == std::pair{0, 0}) {
    findings.fail("docker-odd-answer", "it does not tell the version of its API");
  } else if (version_numbers(newest) < docker::oldest_api) {
    const auto [major, minor] = docker::oldest_api;
    findings.fail("docker-api-old",
                  fmt::format("its API is {}, and {}.{} is needed", newest, major, minor));
  } else if (version_numbers(oldest) > docker::newest_api) {
    const auto [major, minor] = docker::newest_api;
    findings.fail("docker-api-new",
                  fmt::format("it wants API {} at least, and {}.{} is the newest spoken here",
                              oldest, major, minor));
  } else {
    return true;
  }
  return false;
}

Task<std::optional<docker::Account>> ask(const docker::Api& api, bool near, Findings& findings) {
  const std::optional<Json> version = co_await with_timeout(daemon_patience, api.introduction());
  if (!version) {
    findings.fail("docker-silent", fmt::format("no answer in {} s", daemon_patience / 1s));
    co_return std::nullopt;
  }
  if (!speaks_our_api(*version, findings)) co_return std::nullopt;
  const std::optional<Json> info = co_await with_timeout(daemon_patience, api.get("/info"));
  if (!info || !info->is_object()) {
    findings.fail(info ? "docker-odd-answer" : "docker-silent",
                  "it tells its version, and nothing else");
    co_return std::nullopt;
  }
  co_return docker::Account{.version = *version, .info = *info, .near = near};
}

// Networks that a pool of addresses is cut into: {"Base":"10.0.0.0/16","Size":24}.
std::uint64_t networks_in(const Json& pool) {
  const auto base = member_or<std::string>(pool, "Base", "");
  const std::size_t slash = base.find('/');
  if (slash == std::string::npos) return 0;
  const int bits = member_or<int>(pool, "Size", 0) -
                   std::atoi(base.c_str() + slash + 1);  // NOLINT(cert-err34-c): 0 is fine
  return bits < 0 || bits > 32 ? 0 : std::uint64_t{1} << static_cast<unsigned>(bits);
}

std::uint64_t networks_possible(const Json& info) {
  constexpr std::uint64_t by_default = 31;  // 172.17–31.0.0/16 and 192.168.0.0/16 in sixteenths
  std::uint64_t sum = 0;
  for (const Json& pool : info.value("DefaultAddressPools", Json::array()))
    sum += networks_in(pool);
  return sum == 0 ? by_default : sum;
}

Task<> count_networks(const docker::Api& api, const Json& info, Findings& findings) {
  const std::optional<Json> networks = co_await with_timeout(daemon_patience, api.get("/networks"));
  if (!networks || !networks->is_array()) co_return;
  std::uint64_t used = 0;
  for (const Json& network : *networks)
    used += member_or<std::string>(network, "Driver", "") == "bridge" ? 1 : 0;
  const std::uint64_t possible = networks_possible(info);
  if (used + 1 < possible) co_return;
  findings.fail("address-pools", fmt::format("{} of {} networks are taken", used, possible));
}

}  // namespace

Task<std::optional<docker::Account>> look_at_daemon(std::string runtime, Findings& findings) {
  std::optional<docker::Account> account;
  std::string address;
  try {
    address = docker::docker_socket();
    if (!can_be_reached(address, findings)) co_return std::nullopt;
    const docker::Api api(address);
    account = co_await ask(api, !address.starts_with("tcp://"), findings);
    if (account) judge_daemon(*account, runtime, findings);
    if (account) co_await count_networks(api, account->info, findings);
  } catch (const std::exception& failure) {
    const bool ours = address.empty() || (address.starts_with("tcp://") && !account);
    findings.fail(ours ? "docker-host-wrong" : "docker-odd-answer", failure.what());
    co_return std::nullopt;
  }
  co_return account;
}

}  // namespace redcode::app
