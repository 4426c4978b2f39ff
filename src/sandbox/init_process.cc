#include "sandbox/init_process.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <charconv>
#include <string>
#include <vector>

#include "base/pause.h"
#include "base/small_file.h"
#include "base/text.h"

namespace redcode::sandbox {
namespace {

constexpr unsigned exiting_flag =
    4;  // the kernel's PF_EXITING, set first thing when a process ends
constexpr std::size_t flags_field = 6;  // of /proc/PID/stat, counted after the program's name

bool is_exiting(pid_t pid) {
  const std::string stat = read_small_file(fmt::format("/proc/{}/stat", pid));
  const std::size_t name_end = stat.rfind(')');
  if (name_end == std::string::npos) return true;
  const std::vector<std::string> fields = split(std::string_view(stat).substr(name_end + 2), ' ');
  if (fields.size() <= flags_field) return true;
  const std::string& text = fields[flags_field];
  unsigned flags = 0;
  std::from_chars(text.data(), text.data() + text.size(), flags);
  return (flags & exiting_flag) != 0;
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
