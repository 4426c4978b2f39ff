// ProcessEvents: every fork, exec and exit on this host, told by the kernel (netlink's process
// connector), in order. One is enough for a whole program.
//
// Thread safety: one thread at a time.
#pragma once

#include <cstdint>
#include <vector>

#include "base/fd.h"
#include "sandbox/runtime_log.h"

namespace redcode::evidence {

class ProcessEvents {
 public:
  // Throws Failure{unavailable}: it needs root, in the host's own namespaces.
  ProcessEvents();

  int fd() const { return socket_.get(); }

  // What waits, up to some hundred events; nothing: nothing waits. Threads are left out, and so is
  // ProcessEvent::program, which the kernel does not tell.
  std::vector<sandbox::ProcessEvent> read();

  // How often the kernel had more to tell than fitted.
  std::uint64_t lost() const { return lost_; }

 private:
  Fd socket_;
  std::uint64_t lost_ = 0;
};

}  // namespace redcode::evidence
