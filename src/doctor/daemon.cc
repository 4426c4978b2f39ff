#include "doctor/daemon.h"

#include <fmt/format.h>
#include <grp.h>
#include <pwd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
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
#include "doctor/environment.h"
#include "sandbox/docker/api.h"
#include "sandbox/docker/engine.h"

namespace redcode::doctor {
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
  const std::string session = variable("XDG_RUNTIME_DIR");
  const std::string user = session.empty() ? fmt::format("/run/user/{}", getuid()) : session;
  for (const std::string& path :
       {user + "/docker.sock", variable("HOME") + "/.docker/desktop/docker.sock",
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

Connection connect_to(const std::string& address) {
  if (address.starts_with("tcp://")) return {.address = address};
  return {.address = address,
          .error = try_socket(address),
          .named = !variable("DOCKER_HOST").empty(),
          .in_group = is_listed_in_docker_group(),
          .installed = program_exists("dockerd") || access("/usr/bin/dockerd", X_OK) == 0 ||
                       access("/usr/sbin/dockerd", X_OK) == 0,
          .elsewhere = other_socket()};
}

Task<std::optional<docker::DaemonInfo>> ask(const docker::Api& api, bool near, Findings& findings) {
  const std::optional<Json> version = co_await with_timeout(daemon_patience, api.introduction());
  if (!judge_version(version, findings) || !version) co_return std::nullopt;
  const std::optional<Json> info = co_await with_timeout(daemon_patience, api.get("/info"));
  if (!judge_info(info, findings) || !info) co_return std::nullopt;
  co_return docker::DaemonInfo{.version = *version, .info = *info, .near = near};
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

}  // namespace

bool judge(const Connection& connection, Findings& findings) {
  const int error = connection.error;
  if (error == 0) return true;
  const std::string found = fmt::format("{}: {}", connection.address, std::strerror(error));
  if (error == EACCES || error == EPERM) {
    findings.fail(connection.in_group ? "docker-group-stale" : "docker-socket-permission", found);
  } else if (error == EAGAIN) {
    findings.fail("docker-silent", fmt::format("{} takes no more connections", connection.address));
  } else if (connection.named) {
    findings.fail("docker-host-wrong", found);
  } else if (!connection.elsewhere.empty()) {
    findings.fail("docker-elsewhere", fmt::format("a daemon listens at {}", connection.elsewhere),
                  "export DOCKER_HOST=unix://" + connection.elsewhere);
  } else {
    findings.fail(connection.installed ? "docker-not-started" : "docker-not-installed", found);
  }
  return false;
}

bool judge_version(const std::optional<Json>& version, Findings& findings) {
  const auto [oldest_major, oldest_minor] = docker::oldest_api;
  const auto [newest_major, newest_minor] = docker::newest_api;
  if (!version) {
    findings.fail("docker-silent", fmt::format("no answer in {} s", daemon_patience / 1s));
    return false;
  }
  const auto newest = member_or<std::string>(*version, "ApiVersion", "");
  const auto oldest = member_or<std::string>(*version, "MinAPIVersion", "1.0");
  if (version_numbers(newest) == std::pair{0, 0}) {
    findings.fail("docker-odd-answer", "it does not tell the version of its API");
  } else if (version_numbers(newest) < docker::oldest_api) {
    findings.fail("docker-api-old", fmt::format("its API is {}, and {}.{} is needed", newest,
                                                oldest_major, oldest_minor));
  } else if (version_numbers(oldest) > docker::newest_api) {
    findings.fail("docker-api-new",
                  fmt::format("it wants API {} at least, and {}.{} is the newest spoken here",
                              oldest, newest_major, newest_minor));
  } else {
    return true;
  }
  return false;
}

bool judge_info(const std::optional<Json>& info, Findings& findings) {
  if (info && info->is_object()) return true;
  findings.fail(info ? "docker-odd-answer" : "docker-silent",
                "it tells its version, and nothing else");
  return false;
}

void judge_networks(const Json& info, const Json& networks, Findings& findings) {
  if (!networks.is_array()) return;
  const auto used = std::ranges::count_if(networks, [](const Json& network) {
    return member_or<std::string>(network, "Driver", "") == "bridge";
  });
  const std::uint64_t possible = networks_possible(info);
  if (static_cast<std::uint64_t>(used) + 1 >= possible)
    findings.fail("address-pools", fmt::format("{} of {} networks are taken", used, possible));
}

Task<std::optional<docker::DaemonInfo>> look_at_daemon(std::string runtime, Findings& findings) {
  std::optional<docker::DaemonInfo> account;
  std::string address;
  try {
    address = docker::docker_socket();
    if (!judge(connect_to(address), findings)) co_return std::nullopt;
    const docker::Api api(address);
    account = co_await ask(api, !address.starts_with("tcp://"), findings);
    if (account) {
      judge(*account, read_daemon_host(runtime), findings);
      const auto networks = co_await with_timeout(daemon_patience, api.get("/networks"));
      if (networks) judge_networks(account->info, *networks, findings);
    }
  } catch (const std::exception& failure) {
    const bool ours = address.empty() || (address.starts_with("tcp://") && !account);
    findings.fail(ours ? "docker-host-wrong" : "docker-odd-answer", failure.what());
    co_return std::nullopt;
  }
  co_return account;
}

}  // namespace redcode::doctor
