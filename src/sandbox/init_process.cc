#include "sandbox/init_process.h"

#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <string>

#include "base/pause.h"
#include "base/proc_stat.h"

namespace redcode::sandbox {
namespace {

bool is_exiting(pid_t pid) {
  constexpr unsigned flag = 4;  // the kernel's PF_EXITING, set first thing when a process ends
  const auto told = proc_stat(std::to_string(pid));
  return !told || (told->flags & flag) != 0;
}

}  // namespace

InitProcess::InitProcess(pid_t pid)
    : pid_(pid), pinned_(static_cast<int>(syscall(SYS_pidfd_open, pid, 0))) {}

bool InitProcess::lives() const {
  if (!pinned_ || is_exiting(pid_)) return false;
  // Asked last: if it has not ended by now, the pid was its own when its flags were read.
  pollfd ended{.fd = pinned_.get(), .events = POLLIN};
  return poll(&ended, 1, 0) == 0;
}

Task<> let_death_show(const Ending& ending) {
  constexpr int by_sigkill = 128 + 9;
  const auto* exited = std::get_if<Exited>(&ending.how);
  const bool killed = exited != nullptr && exited->code == by_sigkill;
  if (killed) co_await pause_for(std::chrono::milliseconds(50));
}

}  // namespace redcode::sandbox
