// A program that has the user's terminal until it ends.
#pragma once

#include <string>
#include <vector>

#include "base/task.h"

namespace redcode::cli {

// Gives its exit code. Cancelled, it is killed. Throws Failure when it cannot be started.
Task<int> run_on_terminal(std::vector<std::string> argv);

}  // namespace redcode::cli
