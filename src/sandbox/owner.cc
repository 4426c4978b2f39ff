#include "sandbox/owner.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <vector>

#include "base/proc_stat.h"
#include "base/small_file.h"
#include "base/text.h"

namespace redcode::sandbox {
namespace {

std::string boot_id() {
  return std::string(trim(read_small_file("/proc/sys/kernel/random/boot_id")));
}

// "" if there is no such process.
std::string start_time(const std::string& pid) {
  return proc_stat(pid).value_or(ProcStat()).start_time;
}

ino_t own_pid_namespace() {
  struct stat told{};
  return stat("/proc/self/ns/pid", &told) == 0 ? told.st_ino : 0;
}

bool is_pid(const std::string& text) {
  return !text.empty() && text.size() <= 10 &&
         std::ranges::all_of(text, [](unsigned char c) { return std::isdigit(c) != 0; });
}

}  // namespace

std::string this_owner() {
  const std::string pid = std::to_string(getpid());
  return fmt::format("{}:{}:{}", boot_id(), pid, start_time(pid));
}

bool owner_lives(std::string_view owner) {
  const std::vector<std::string> parts = split(owner, ':');
  if (parts.size() != 3 || !is_pid(parts[1]) || parts[2].empty()) return false;
  return parts[0] == boot_id() && parts[2] == start_time(parts[1]);
}

std::string this_owner_tag() {
  const std::string pid = std::to_string(getpid());
  return fmt::format("{}-{}-{}", pid, start_time(pid), own_pid_namespace());
}

bool tagged_owner_lives(std::string_view tag) {
  const std::vector<std::string> parts = split(tag, '-');
  if (parts.size() != 3 || !is_pid(parts[0]) || parts[1].empty()) return true;
  if (parts[2] != fmt::format("{}", own_pid_namespace())) return true;
  return parts[1] == start_time(parts[0]);
}

}  // namespace redcode::sandbox
