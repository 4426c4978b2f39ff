// Run a program on this host and wait for it: for tools of ours (debootstrap, tar), never for
// anything an agent wrote.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/task.h"

namespace redcode {

struct ProcessEnd {
  int exit_code = 0;  // 128 + signal when it was killed, as shells say it
  bool timed_out = false;
};

struct ProcessRequest {
  std::vector<std::string> argv;  // argv[0] is looked up in PATH; no shell
  std::chrono::seconds limit{600};
};

// Starts the program in a process group of its own, hands its standard output (and error) to
// `on_output` as it comes, awaiting each call, and waits. On time-out or cancellation the whole
// group is killed. Throws Failure{unavailable} when it cannot be started.
using OutputSink = std::function<Task<>(std::string_view)>;
Task<ProcessEnd> run_process(ProcessRequest request, OutputSink on_output);

// Whether `program` is in PATH.
bool program_exists(std::string_view program);

}  // namespace redcode
