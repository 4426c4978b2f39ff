// The engines: whether each has what it needs, and whether a watched sandbox really opens.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/task.h"
#include "doctor/findings.h"
#include "sandbox/docker/daemon.h"
#include "sandbox/sandbox.h"

namespace redcode::doctor {

// The OCI runtime on this host that was asked for.
struct OciRuntime {
  std::string name;
  std::string version = {};  // "runc version 1.1.5"
  std::string why_not = {};  // "": it can be used
};
void judge(const OciRuntime& runtime, Findings& findings);
// For root only.
Task<> look_at_runtime(std::string name, Findings& findings);

// Known holes in the programs that make sandboxes here (advisories.h).
Task<> look_at_advisories(std::string runtime, const std::optional<docker::DaemonInfo>& account,
                          Findings& findings);

// What killed processes left on this host and at the daemon.
void judge_leftovers(const std::vector<std::string>& left, Findings& findings);
Task<> look_at_leftovers(bool daemon, Findings& findings);

// An engine that was tried out.
struct TriedEngine {
  std::string name;          // "oci+runc"
  std::string why_not = {};  // "": it works
  std::set<record::Observer> observers = {};
  bool works() const { return why_not.empty(); }
};
void judge(const TriedEngine& engine, Findings& findings);

// Makes the engine of that name. Throws Failure.
using EngineMaker = std::function<std::unique_ptr<sandbox::Engine>(const std::string& name)>;
// Opens a sandbox with all its observers, runs a command and takes everything down again. Takes
// seconds at most, and never throws.
Task<TriedEngine> try_engine(EngineMaker make, std::string name);

}  // namespace redcode::doctor
