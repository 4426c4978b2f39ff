// What the kernel tells of a process in /proc/PID/stat.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace redcode {

struct ProcStat {
  std::string name;        // of its program, which may hold anything: it chooses it
  char state = '?';        // 'Z': dead and not reaped, 'X': gone
  unsigned flags = 0;      // the kernel's PF_*
  std::string start_time;  // in clock ticks since boot: with the pid, a process's identity

  bool operator==(const ProcStat&) const = default;
};

// Nothing if there is no such process, or no more. `pid`: digits.
std::optional<ProcStat> proc_stat(std::string_view pid);
std::optional<ProcStat> parse_proc_stat(std::string_view text);

}  // namespace redcode
