// Process of this engine: a command of the runtime's whose streams stay open.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <memory>

#include "base/task.h"
#include "sandbox/oci/command.h"
#include "sandbox/process.h"

namespace redcode::oci {

// `init` is the sandbox's first process. `limit`: what a runtime with a kernel of the sandbox's
// own may take. Throws Failure when the program cannot be started.
Task<std::unique_ptr<sandbox::Process>> start_in_sandbox(
    CommandPlan plan, pid_t init, std::chrono::milliseconds limit = longest_start);

}  // namespace redcode::oci
