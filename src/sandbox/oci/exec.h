// Running one command in a sandbox through its runtime, within its limits.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

#include "base/task.h"
#include "sandbox/oci/command.h"
#include "sandbox/sandbox.h"

namespace redcode::oci {

struct ExecPlan {
  CommandPlan command;
  std::string input;
  std::chrono::milliseconds time_limit{0};
  std::uint64_t output_limit = 0;
  // Ends everything inside but the first process.
  std::function<Task<>()> kill_all;
};

// A command that could not be started because of what it is (no such program, not executable) or
// of what is going on inside (no process left) ends as shells say it, 127 or 126, with the reason
// as its error output. Throws Failure when the runtime does not work.
Task<sandbox::Ending> exec_in_sandbox(ExecPlan plan);

}  // namespace redcode::oci
