// Sleepers: the processes of a sandbox that came after its world was ready, and how those that
// sleep are made to wake as if their time were over.
//
// It is done from outside, by ptrace(2): the call in which a thread sleeps (nanosleep,
// clock_nanosleep) is made to return what it returns when it has taken its time. No clock moves, so
// who looks at one again (timers of an event loop) is not deceived. Nobody sleeps on an engine
// whose processes are no processes of this host's kernel, or are another host's: nobody is woken
// there.
//
// Blocking, for milliseconds. Thread safety: one thread at a time.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "sandbox/sandbox.h"

namespace redcode::sandbox {

class Sleepers {
 public:
  // Who runs now is the world's, and is left asleep.
  explicit Sleepers(const HostView& host_view);

  // How many others run.
  std::size_t others() const;
  // Differs as soon as one of the others has done something, has come or has gone.
  std::string progress() const;
  // Wakes those of them that sleep, at most `most` threads; how many it were.
  std::size_t wake(std::size_t most) const;

 private:
  std::vector<pid_t> living() const;

  pid_t init_ = 0;              // 0: it cannot be told who runs
  std::set<std::string> ours_;  // "PID START"
};

}  // namespace redcode::sandbox
