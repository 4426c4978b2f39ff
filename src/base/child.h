// Child: a program started on this host in a process group of its own, which never outlives its
// owner. It has our environment, so it is for programs the user trusts as much as us.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "base/task.h"

namespace redcode {

// Descriptors of ours that become the program's standard streams; -1: /dev/null.
struct ChildStreams {
  int in = -1;
  int out = -1;
  int err = -1;
};

class Child {
 public:
  // argv[0] is looked up in PATH; no shell. Throws Failure{unavailable}.
  Child(const std::vector<std::string>& argv, const ChildStreams& streams);
  Child(Child&&) = delete;
  Child& operator=(Child&&) = delete;
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  // Kills its whole group and reaps it unless it was waited for.
  ~Child();

  pid_t pid() const { return pid_; }
  // Requires: it was not waited for.
  void kill_group() const;
  // Its exit status, 128 + signal when it was killed, as shells say it. The first lets the tasks go
  // on meanwhile; the second blocks until it ends.
  Task<int> ended();
  int wait();

 private:
  pid_t pid_;
  bool reaped_ = false;
};

}  // namespace redcode
