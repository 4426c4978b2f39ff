// CallRecorder: takes the seccomp notifications of many sandboxes on one thread, lets every call go
// on, and logs what was tried.
//
// The kernel stops a notified call until it is answered, so this must run from before the sandbox's
// first process starts until its last has ended; if it dies, the sandbox's notified calls fail
// (ENOSYS): closed, not open.
//
// A log of tries, nothing more: a racing thread can change a path between our reading and the
// kernel's (measured: more than half of such calls), so no effect may be concluded from it. Names,
// numbers and flags are what the kernel acted on.
//
// Thread safety: all functions may be called from any thread.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/json.h"
#include "sandbox/runtime_log.h"

namespace redcode::oci {

class CallRecorder {
 public:
  // Starts the thread. Throws Failure{unavailable}.
  CallRecorder();
  CallRecorder(CallRecorder&&) = delete;
  CallRecorder& operator=(CallRecorder&&) = delete;
  CallRecorder(const CallRecorder&) = delete;
  CallRecorder& operator=(const CallRecorder&) = delete;
  ~CallRecorder();

  // Listens at `socket` (OCI linux.seccomp.listenerPath) for one sandbox: its first process and
  // every command started in it later. Listening ends, and the socket goes, when the log is let go
  // or the recorder ends. Throws Failure.
  std::shared_ptr<sandbox::CallLog> listen(const std::filesystem::path& socket);

  // The calls that are logged, as seccomp names them.
  static const std::vector<std::string>& notified();
  // Entries for OCI linux.seccomp.syscalls that allow `calls` (some of the notified ones) and have
  // us told of them; the profile has no other entry for these.
  static Json notify_rules(const std::vector<std::string>& calls);

 private:
  class State;
  std::shared_ptr<State> state_;
};

}  // namespace redcode::oci
