// The engines: whether each has what it needs, and whether a watched sandbox really opens.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "base/task.h"
#include "doctor/findings.h"
#include "sandbox/docker/daemon.h"

namespace redcode::app {

// The OCI runtime called `runtime` on this host, for root.
Task<> look_at_runtime(std::string runtime, Findings& findings);

// Known holes in the programs that make sandboxes here (advisories.h).
Task<> look_at_advisories(std::string runtime, const std::optional<docker::Account>& account,
                          Findings& findings);

// The sandboxes' base image, wherever an engine keeps it. No account: no daemon is asked.
Task<> look_at_images(const std::optional<docker::Account>& account, Findings& findings);

// What killed processes left on this host and at the daemon.
Task<> look_at_leftovers(bool daemon, Findings& findings);

// An engine that was tried out.
struct TriedEngine {
  std::string name;     // "oci+runc"
  std::string why_not;  // "": it works
  std::set<record::Observer> observers = {};
  bool works() const { return why_not.empty(); }
};

// Opens a sandbox with all its observers, runs a command and takes everything down again. Takes
// seconds at most, and never throws.
Task<TriedEngine> try_engine(std::string name);

}  // namespace redcode::app
