// A command that Ctrl-C may stop at any wait.
#pragma once

#include "base/task.h"
#include "out.h"

namespace redcode::app {

// Runs `work` to its end. On SIGINT or SIGTERM it is cancelled, cleans up, and 130 is given.
int run_interruptible(Task<int> work, Out& out);

}  // namespace redcode::app
