// Ending everything in a container but its first process: what a command over its limits started,
// daemons and fork bombs included.
#pragma once

#include <sys/types.h>

#include <string>

#include "base/task.h"
#include "sandbox/docker/api.h"
#include "sandbox/remote_window.h"

namespace redcode::docker {

// By the control group of `init`, which lives on. Throws Failure{unavailable} when something is
// left.
Task<> end_all_from_host(pid_t init);

// The same by our companion beside the daemon.
Task<> end_all_from_beside(sandbox::RemoteHostView& host_view);

// By the first process, which must be an obedient one (SpecTerms), and then by a shell inside: for
// a kernel that is not this host's. `death` as in ExecLimits::init. Throws Failure{unavailable}.
Task<> end_all_from_inside(const Api& api, std::string container, int death);

}  // namespace redcode::docker
