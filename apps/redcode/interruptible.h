// A command that Ctrl-C may stop at any wait.
#pragma once

#include <csignal>
#include <vector>

#include "base/task.h"
#include "out.h"

namespace redcode::app {

// Runs `work` to its end. On one of `signals` it is cancelled, cleans up, and 130 is given. The
// third ends the program at once, also when nothing is served any more.
int run_interruptible(Task<int> work, Out& out, std::vector<int> signals = {SIGINT, SIGTERM});

}  // namespace redcode::app
