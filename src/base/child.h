// Child: a process that is this process's child and never outlives its owner: a program started
// here, or one that a runtime started and left to us. It is waited for by its pidfd, with or
// without tasks.
//
// For programs that the user trusts as much as us, never for anything an agent wrote.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "base/fd.h"
#include "base/task.h"

namespace redcode {

struct ChildRequest {
  enum class Environment {
    path_only,  // a fixed PATH: nothing secret of ours reaches it
    ours,
  };

  std::vector<std::string> argv;  // argv[0] is looked up in PATH; no shell
  // Descriptors of ours that become its standard streams; -1: /dev/null.
  int in = -1;
  int out = -1;
  int err = -1;
  Environment environment = Environment::path_only;
  // Killed when this process is, as far as the host has the tool for it. What it started itself is
  // not.
  bool dies_with_us = false;
};

class Child {
 public:
  Child() = default;
  // Starts a program in a session, and so a process group, of its own. Throws Failure{unavailable}.
  explicit Child(const ChildRequest& request);
  // Requires: `pid` is a child of ours, so the number is its own until it is reaped here.
  explicit Child(pid_t pid);
  Child(Child&& other) noexcept;
  Child& operator=(Child&& other) noexcept;
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  // Kills and reaps it if that was not done, waiting at most a second.
  ~Child();

  pid_t pid() const { return pid_; }
  int pidfd() const { return pidfd_.get(); }
  // With its whole group if it was started here. Does nothing once it has been reaped.
  void kill() const;
  // How it ended, as shells say it (128 + signal), reaping it; nothing while it runs.
  std::optional<int> exit_code();
  // Waits for its end. A caller's cancellation ends the wait.
  Task<int> ended();
  // False if it lives longer.
  Task<bool> wait(std::chrono::milliseconds limit);
  bool wait_blocking(std::chrono::milliseconds limit);

  // Whether some Child of this process stands for it.
  static bool stands_for(pid_t pid);

 private:
  pid_t pid_ = 0;
  bool leads_group_ = false;
  Fd pidfd_;
  std::optional<int> code_;
};

}  // namespace redcode
