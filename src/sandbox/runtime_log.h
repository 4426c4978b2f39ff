// What a sandbox's runtime itself reports while the sandbox runs: system calls that were tried, and
// processes of a kernel that is not this host's.
//
// Both are filled by a thread of the engine's and emptied by an observer. Bounded: what did not fit
// is counted as lost. Thread safety: all functions may be called from any thread.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

namespace redcode::sandbox {

// One try, whether or not it succeeded. A program that races with itself can forge what pointers
// point to (paths, addresses); names and numbers it cannot forge.
struct Call {
  std::string name;    // "unlinkat"
  std::string target;  // a path, an address, a process; not valid UTF-8 by itself
  std::string detail;  // flags, a second path, arguments
  pid_t process = 0;   // the caller, on this host
};

class CallLog {
 public:
  virtual ~CallLog() = default;
  // What was logged since the last call, in order.
  virtual std::vector<Call> take() = 0;
  virtual std::uint64_t lost() const = 0;
};

struct ProcessEvent {
  enum class What { forked, executed, exited, signalled };
  What what = What::executed;
  pid_t process = 0;    // in the numbers of whoever tells
  pid_t other = 0;      // forked: the parent. signalled: the sender
  std::string program;  // executed: the path, resolved by the kernel that ran it
  int signal = 0;       // exited: the signal that ended it, 0 if none. signalled: which
  int exit_code = 0;    // exited
};

class ProcessLog {
 public:
  virtual ~ProcessLog() = default;
  virtual std::vector<ProcessEvent> take() = 0;
  virtual std::uint64_t lost() const = 0;
};

}  // namespace redcode::sandbox
