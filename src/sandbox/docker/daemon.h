// Daemon: what a container daemon and one of its runtimes are and can do for us, from what the
// daemon says about itself. Asked once for an engine.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "base/json.h"
#include "record/observation_words.h"

namespace redcode::docker {

struct Daemon {
  std::string version = {};  // of it and its runtime, for people
  std::string runtime = "runc";
  bool podman = false;
  // Programs inside run on the kernel of the daemon's host. If not, on one of their own (gVisor):
  // then mounts and read-only paths are made so that the host sees them.
  bool host_kernel = true;
  // Sockets inside are sockets of the sandbox's network namespace on the host.
  bool host_sockets = true;
  // Its layers can be read by this process.
  bool here = true;
  // They are read by our companion beside the daemon instead.
  bool companion = false;
  // Programs inside see control groups of their own only.
  bool own_cgroups = true;
  // A writable layer can be limited in size.
  bool layer_quota = false;

  // Whether read-only paths must be bound over themselves: the runtime, or the daemon's API, has no
  // other way.
  bool binds_read_only() const { return !host_kernel || podman; }
};

// `version` and `info` are the answers to GET /version and GET /info; `near` says that the daemon
// is behind a Unix socket. Throws Failure{unavailable}, with what to do, when the runtime is not
// offered or is set up so that a policy would not be enforced.
struct DaemonInfo {
  Json version;
  Json info;
  bool near = true;
};
Daemon daemon_from(const DaemonInfo& account, const std::string& runtime);

// From the answer to GET /version.
bool is_podman(const Json& version);

// From the answer to GET /info: whether images and layers are containerd's to keep, as in fresh
// installations of Docker 29. Then the daemon names no layers.
bool stores_in_containerd(const Json& info);

// The kinds of namespace that the first process of its sandboxes must have of its own.
std::vector<std::string> namespaces_of(const Daemon& daemon);

// The observers that work on its sandboxes, and what it cannot do, each in a sentence.
std::set<record::Observer> observers_of(const Daemon& daemon);
std::vector<std::string> limits_of(const Daemon& daemon);

}  // namespace redcode::docker
