// Looking from inside, once for an engine, at what cannot be seen from outside where a sandbox has
// a kernel of its own (gVisor): that kernel's word on the confinement, and whether what is written
// inside reaches the files that evidence is read from.
#pragma once

#include <string>
#include <vector>

#include "base/task.h"
#include "sandbox/sandbox.h"

namespace redcode::docker {

// The text of /proc/self/status and of /proc/self/mounts of a program inside: it must have no
// capability, and each of `read_only` must be a mount that is read-only. Throws
// Failure{unavailable}.
void require_guest_confined(const std::string& status, const std::string& mounts,
                            const std::vector<std::string>& read_only);

// Runs a program in `sandbox` that writes to its layer and to each tmpfs and looks at itself.
// Requires: nobody else uses the sandbox. Throws Failure{unavailable}, with what to do.
Task<> probe_guest(sandbox::Sandbox& sandbox, std::vector<std::string> read_only);

}  // namespace redcode::docker
