// GuestTrace: what gVisor's kernel says of the processes it runs (`runsc --pod-init-config`, the
// "remote" sink), received on one thread for many sandboxes.
//
// Told are forks, executions, ends, and signals as they are sent (kill, tgkill). Not told is the
// execution that starts a container's first process or a command (`runsc exec`): gVisor reports
// only what its programs execute themselves. If nobody listens at the socket, runsc does not start.
//
// Thread safety: all functions may be called from any thread.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "sandbox/runtime_log.h"

namespace redcode::oci {

class GuestTrace {
 public:
  // Starts the thread. Throws Failure{unavailable}.
  GuestTrace();
  GuestTrace(GuestTrace&&) = delete;
  GuestTrace& operator=(GuestTrace&&) = delete;
  GuestTrace(const GuestTrace&) = delete;
  GuestTrace& operator=(const GuestTrace&) = delete;
  ~GuestTrace();

  // Listens at `socket` for one sandbox. Listening ends, and the socket goes, when the log is let
  // go or the recorder ends. Throws Failure. The log's take() gives all that gVisor had sent.
  std::shared_ptr<sandbox::ProcessLog> listen(const std::filesystem::path& socket);

  // The content of the file for --pod-init-config that makes runsc report there.
  static std::string configuration(const std::filesystem::path& socket);

 private:
  class State;
  std::shared_ptr<State> state_;
};

}  // namespace redcode::oci
