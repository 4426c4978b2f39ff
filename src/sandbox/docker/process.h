// Process of this engine: a command of the daemon's whose stream stays open.
//
// Where programs are not this host's processes (gVisor, a daemon elsewhere), nobody can end one of
// them alone: end() and the destructor end everything inside but the first process. write() cannot
// tell that a program which goes on reads no more.
#pragma once

#include <sys/types.h>

#include <functional>
#include <memory>

#include "base/task.h"
#include "sandbox/docker/api.h"
#include "sandbox/docker/exec_calls.h"
#include "sandbox/process.h"

namespace redcode::docker {

struct ProcessPlan {
  Api api;
  ExecWish wish;
  // The sandbox's first process where it and the program are this host's; 0: they are not.
  pid_t init = 0;
  // Readable once the sandbox is dead, for one whose streams do not end then; -1: they do.
  int death = -1;
  // Throws Failure when the sandbox is over.
  std::function<Task<>()> require_running;
  // Ends everything inside but the first process.
  std::function<Task<>()> end_all;
  // The same in a hurry and unseen: for a program that is not to be heard of any more.
  std::function<Task<>()> abandon;
};

// Throws Failure when the program cannot be started.
Task<std::unique_ptr<sandbox::Process>> start_in_container(ProcessPlan plan);

}  // namespace redcode::docker
