// Runtime: an OCI runtime installed on this host (runc, crun, runsc), and how it is called.
//
// Thread safety: const functions may be called from any thread.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "base/task.h"

namespace redcode::oci {

// What a runtime may take over its own work.
constexpr std::chrono::seconds longest_start{60};
constexpr std::chrono::seconds longest_end{20};

class Runtime {
 public:
  // Looks for it in PATH and where root's programs are. Throws Failure{unavailable}, with what to
  // do, when it is not there or not one we know.
  static Runtime find(const std::string& name);

  const std::string& name() const { return name_; }
  // Whether programs run on this host's kernel. gVisor brings its own.
  bool host_kernel() const { return name_ != "runsc"; }

  // Whether processes of its own outlive it, which nobody reaps but us.
  bool leaves_strays() const { return name_ == "crun"; }

  // Starts the sandbox `id` from `folder`/config.json in the background; its first process is in
  // the file `folder`/pid then. What went wrong is in `folder`/log.
  std::vector<std::string> run(const std::string& id, const std::filesystem::path& folder) const;

  // Runs `process` (a file) in it. On the host's kernel: in the background, its pid in `pid_file`,
  // so that nothing the command leaves running holds anybody up. Else in the foreground, and the
  // pid is the one it has inside.
  struct Exec {
    std::string id;
    std::filesystem::path process;
    std::filesystem::path pid_file;
    std::filesystem::path log;
  };
  std::vector<std::string> exec(const Exec& what) const;

  // Runs a program in it on the caller's terminal. Empty: it cannot.
  struct OnTerminal {
    std::string id;
    std::string user;  // "uid:gid"
    std::string working_dir;
    std::vector<std::string> argv;
  };
  std::vector<std::string> on_terminal(OnTerminal what) const;

  // Kills one process of a sandbox that has a kernel of its own, by the pid it has there.
  std::vector<std::string> kill(const std::string& id, pid_t pid) const;

  // Forgets a sandbox whose processes are dead.
  std::vector<std::string> remove(const std::string& id) const;
  // The same of one that may run, or was only half made.
  std::vector<std::string> remove_by_force(const std::string& id) const;

  // The process that opens files for the sandbox `id`: gVisor's. 0: none.
  pid_t file_server(const std::string& id) const;

  // The first line of what it says of itself.
  Task<std::string> version() const;

 private:
  Runtime(std::string name, std::filesystem::path program)
      : name_(std::move(name)), program_(std::move(program)) {}
  std::vector<std::string> command(const std::filesystem::path& log) const;

  std::string name_;
  std::filesystem::path program_;
};

}  // namespace redcode::oci
