// The container daemon: whether one answers, which it is, and how it is set up.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>

#include "base/task.h"
#include "doctor/findings.h"
#include "http/proxy.h"
#include "sandbox/docker/companion.h"
#include "sandbox/docker/daemon.h"

namespace redcode::doctor {

// For one question to a daemon.
inline constexpr std::chrono::milliseconds daemon_patience = std::chrono::seconds(3);

// Nothing when no daemon that can be used answered; the findings say why. Takes a few seconds at
// most, whatever the daemon does. `runtime`: the one that will be asked for.
Task<std::optional<docker::DaemonInfo>> look_at_daemon(std::string runtime, Findings& findings);

// What connecting to a daemon came to.
struct Connection {
  std::string address = {};  // of the socket
  int error = 0;             // errno; 0: somebody listens
  bool named = false;        // by DOCKER_HOST
  bool in_group = false;     // the user database has this user in the group docker
  bool installed = false;    // there is a dockerd
  std::string elsewhere =
      {};  // a socket that only DOCKER_HOST leads to, and where somebody listens
};
// False: no daemon can be spoken to.
bool judge(const Connection& connection, Findings& findings);

// What it answered to GET /version and GET /info; nothing: not in time. False: it cannot be used.
bool judge_version(const std::optional<Json>& version, Findings& findings);
bool judge_info(const std::optional<Json>& info, Findings& findings);
// `networks`: its answer to GET /networks.
void judge_networks(const Json& info, const Json& networks, Findings& findings);

// This host, as far as it matters to a daemon's sandboxes.
struct DaemonHost {
  std::string runtime = "runc";  // that will be asked for
  uid_t user = 0;
  http::Environment variables = {};
  std::chrono::sys_seconds now = {};
  bool selinux_enforcing = false;
  bool apparmor = false;
  bool apparmor_parser = true;
  std::string userns_clone = {};       // kernel.unprivileged_userns_clone
  std::string userns_restricted = {};  // kernel.apparmor_restrict_unprivileged_userns
  docker::CompanionUse companion = docker::CompanionUse::as_needed;
  std::string wrong_companion = {};  // what is wrong with that setting
  std::filesystem::path companion_program = {};
  bool has_companion = true;
};
DaemonHost read_daemon_host(std::string runtime);
// What a daemon says about itself.
void judge(const docker::DaemonInfo& account, const DaemonHost& host, Findings& findings);

}  // namespace redcode::doctor
