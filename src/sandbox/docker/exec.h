// Running one command in a container and bringing back how it ended.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/task.h"
#include "sandbox/docker/api.h"
#include "sandbox/sandbox.h"

namespace redcode::docker {

struct ExecLimits {
  std::string user = {};  // "uid:gid"; "": as the container's first process
  std::chrono::milliseconds time{60'000};
  std::uint64_t output = std::uint64_t{1} << 20U;
  // Ends everything inside but the first process, when a limit is reached. Without it, a command
  // over a limit is a Failure and goes on.
  std::function<Task<>()> end_all = {};
  // Readable once the sandbox's first process is dead (a pidfd); -1: nobody can tell from here.
  int init = -1;
};

// Throws Failure when the daemon cannot say how the command ended, and as soon as the sandbox died.
Task<sandbox::Ending> exec_in_container(const Api& api, std::string container,
                                        sandbox::Command command, ExecLimits limits);

// A program of this host that runs `argv` in the container on the caller's terminal.
std::vector<std::string> on_terminal(const std::string& container, const std::string& user,
                                     std::vector<std::string> argv);

}  // namespace redcode::docker
