// InitProcess: the first process of a sandbox, watched from outside. When it dies, the kernel kills
// everything else in there; the daemon hears of it only later.
#pragma once

#include <sys/types.h>

#include "base/fd.h"

namespace redcode::sandbox {

class InitProcess {
 public:
  InitProcess() = default;
  explicit InitProcess(pid_t pid);

  // False as soon as it has begun to die, which is before the kernel kills the others.
  bool lives() const;

 private:
  pid_t pid_ = 0;
  Fd pinned_;  // while it lives, the pid cannot be another process's
};

}  // namespace redcode::sandbox
