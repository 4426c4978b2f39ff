// What the daemon is asked about one command in a container: to make it, how it is, how it ended.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <optional>
#include <string>

#include "base/task.h"
#include "sandbox/docker/api.h"
#include "sandbox/sandbox.h"

namespace redcode::docker {

struct ExecWish {
  std::string container;
  sandbox::Command command;
  std::string user = {};  // "uid:gid"; "": as the container's first process
  bool fed = false;       // it gets input
};

// Makes the command, which Api::attach starts; its id.
Task<std::string> create_exec(const Api& api, const ExecWish& wish);

struct ExecState {
  bool running = false;          // false also for a moment before it does
  pid_t pid = 0;                 // beside the daemon; 0: not started, or not told
  std::optional<int> code = {};  // once it has ended
};

Task<ExecState> exec_state(const Api& api, std::string exec_id);

// Asks until `enough` says so of the answer, which may throw, or until `deadline`.
using EnoughState = std::function<bool(const ExecState&)>;
Task<ExecState> await_exec_state(const Api& api, std::string exec_id, EnoughState enough,
                                 std::chrono::steady_clock::time_point deadline);

}  // namespace redcode::docker
