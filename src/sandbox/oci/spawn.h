// Child: a program of ours (an OCI runtime) started on this host and waited for by its pidfd, with
// or without tasks. Its environment is empty but for PATH: nothing secret of ours reaches it.
//
// Never for anything an agent wrote.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "base/fd.h"
#include "base/task.h"

namespace redcode::oci {

struct SpawnRequest {
  std::vector<std::string> argv;  // argv[0] is a path
  int in = -1;                    // -1: /dev/null
  int out = -1;
  int err = -1;
  // Killed when this process is, as far as the host has the tool for it. What it started itself is
  // not.
  bool dies_with_us = false;
};

// A process that is, or will be, this process's child.
class Child {
 public:
  Child() = default;
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
  void kill() const;
  // How it ended, as shells say it (128 + signal), reaping it; nothing while it runs.
  std::optional<int> exit_code();
  // Waits for its end; false if it lives longer. A caller's cancellation ends the wait.
  Task<bool> wait(std::chrono::milliseconds limit);
  bool wait_blocking(std::chrono::milliseconds limit);

 private:
  pid_t pid_ = 0;
  Fd pidfd_;
  std::optional<int> code_;
};

// Starts it in a session of its own. Throws Failure{unavailable}.
Child spawn(const SpawnRequest& request);

// Waits until `fd` can be read or is at its end; false after `limit`. Blocking.
bool readable_within(int fd, std::chrono::milliseconds limit);

// Makes this process the one that orphans of its children fall to, so that it can wait for what a
// runtime started and left running. Only processes known by pid are ever waited for.
void adopt_orphans();

// Reaps the dead processes of crun's own that it leaves to us and no Child stands for. One of them
// that nobody reaps can keep a sandbox's first process from ending.
void reap_strays();

}  // namespace redcode::oci
