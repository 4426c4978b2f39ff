// Running one command in a container and bringing back how it ended.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "base/task.h"
#include "sandbox/docker_api.h"
#include "sandbox/sandbox.h"

namespace redcode::sandbox {

struct ExecLimits {
  std::chrono::milliseconds time{60'000};
  std::uint64_t output = std::uint64_t{1} << 20U;
};

// Throws Failure when the daemon cannot say how the command ended. A command over a limit is
// killed; what it had started itself may live on until the sandbox ends.
Task<Ending> exec_in_container(const DockerApi& api, std::string container, Command command,
                               ExecLimits limits);

}  // namespace redcode::sandbox
