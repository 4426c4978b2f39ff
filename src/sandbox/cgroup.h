// Cgroup: the control groups of a sandbox, version 1, 2 or both, seen from the host.
//
// Blocking, but only for microseconds. Thread safety: one thread at a time.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace redcode::sandbox {

class Cgroup {
 public:
  // The groups of the process `member`. Throws Failure{unavailable} when they cannot be read, or
  // when they are this process's own.
  static Cgroup of(pid_t member);

  // The groups at `path` ("/redcode/x") below each mounted tree's root, as far as there are any.
  static Cgroup named(const std::string& path);
  // The names of the groups right below `path`, in any tree.
  static std::set<std::string> names_below(const std::string& path);

  bool exists() const { return !by_controller_.empty(); }

  // Removes the groups, waiting up to a second for what died in them to be reaped. False if
  // something is left.
  bool remove() const;

  // What one of its files says, without the newline at the end; "" if that controller has no group
  // of the sandbox's own, or no such file.
  std::string value(const std::string& controller, const std::string& file) const;

  // Every process in it, as host pids.
  std::vector<pid_t> processes() const;

  // Kills every process in it but `spared`, those they start meanwhile too: frozen, killed, thawed,
  // looked at again. False if some are left after a second.
  bool kill_all_but(pid_t spared) const;

  // How often a limit stopped something inside: memory (a process was killed for it), and the
  // number of processes (one could not be started).
  std::uint64_t memory_kills() const;
  std::uint64_t refused_forks() const;

 private:
  std::map<std::string, std::filesystem::path> by_controller_;  // "" is version 2's
};

}  // namespace redcode::sandbox
