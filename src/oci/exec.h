// Running one command in a sandbox through its runtime, within its limits.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

#include "base/json.h"
#include "base/task.h"
#include "oci/runtime.h"
#include "oci/spawn.h"
#include "sandbox/gate.h"
#include "sandbox/sandbox.h"

namespace redcode::oci {

struct ExecPlan {
  const Runtime& runtime;
  sandbox::Gate& gate;  // for the runtime's own work, which is all processor time
  std::string id;
  std::filesystem::path folder;  // for the files of this one command; must exist
  Json process;                  // OCI process
  std::string input;
  unsigned user = 0;  // on this host, who may open its own standard streams again
  unsigned group = 0;
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
