// Starting one command in a sandbox through its runtime: the one way there is.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <memory>
#include <string>

#include "base/child.h"
#include "base/fd.h"
#include "base/json.h"
#include "base/task.h"
#include "sandbox/engine_slots.h"
#include "sandbox/oci/pipes.h"
#include "sandbox/oci/runtime.h"
#include "sandbox/sandbox.h"

namespace redcode::oci {

struct CommandPlan {
  const Runtime& runtime;
  sandbox::EngineSlots& gate;  // for the runtime's own work, which is all processor time
  std::string id;
  std::filesystem::path folder;  // for the files of this one command; must exist
  Json process;                  // OCI process
  PipeOwner user;
  bool fed = false;  // it gets input
};

// The files of one command, gone with it.
class CommandFiles {
 public:
  CommandFiles(const std::filesystem::path& folder, const Json& process);
  CommandFiles(CommandFiles&&) = delete;
  CommandFiles& operator=(CommandFiles&&) = delete;
  CommandFiles(const CommandFiles&) = delete;
  CommandFiles& operator=(const CommandFiles&) = delete;
  ~CommandFiles();

  std::filesystem::path process_file() const { return stem_.string() + ".json"; }
  std::filesystem::path pid_file() const { return stem_.string() + ".pid"; }
  std::filesystem::path log_file() const { return stem_.string() + ".log"; }

  // The process's pid as soon as the runtime has told, 0 before: on the host's kernel of that, else
  // inside.
  pid_t pid() const;

 private:
  std::filesystem::path stem_;
};

// A command and our ends of its streams. It ends with this.
struct RunningCommand {
  explicit RunningCommand(const CommandPlan& plan) : files(plan.folder, plan.process) {}

  CommandFiles files;
  Fd in = {};  // empty: it gets no input
  Fd out = {};
  Fd err = {};
  // Its first process; with a kernel of the sandbox's own, the runtime, which lives as long and
  // ends with the same status, but need not have started anything.
  Child child = {};

  bool started() const { return child.pid() > 0; }
};

// A caller's cancellation shows only afterwards. Throws Failure when the runtime does not work.
Task<std::unique_ptr<RunningCommand>> start_command(const CommandPlan& plan);

// How a command that did not start ended, from what the runtime `said`. Throws Failure if it is the
// runtime that failed, and not what the command is or what goes on inside.
sandbox::Ending not_started(const std::string& said);

}  // namespace redcode::oci
