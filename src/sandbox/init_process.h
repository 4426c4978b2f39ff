// InitProcess: the first process of a sandbox, watched from outside. When it dies, the kernel kills
// everything else in there; the daemon hears of it only later.
#pragma once

#include <sys/types.h>

#include "base/fd.h"
#include "base/task.h"
#include "sandbox/sandbox.h"

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

// What kills a sandbox may kill its commands a moment before its first process: waits that moment
// when `ending` is that of a killed command, so that lives() can tell.
Task<> let_death_show(const Ending& ending);

}  // namespace redcode::sandbox
