#include "sandbox/cgroup.h"

#include <fmt/format.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <csignal>
#include <fstream>
#include <thread>

#include "base/entries.h"
#include "base/failure.h"
#include "base/fd.h"
#include "base/proc_stat.h"
#include "base/small_file.h"
#include "base/text.h"

namespace redcode::sandbox {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

bool write_to(const std::filesystem::path& path, std::string_view text) {
  std::ofstream file(path);
  file << text;
  return static_cast<bool>(file.flush());
}

template <class Number>
Number number_or(std::string_view text, Number fallback) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() ? value : fallback;
}

// The value of "name value" in text of such lines; 0 if there is none.
std::uint64_t counter(const std::string& text, std::string_view name) {
  for (const std::string& line : split(text, '\n')) {
    const std::vector<std::string> words = split(line, ' ');
    if (words.size() == 2 && words[0] == name) return number_or<std::uint64_t>(words[1], 0);
  }
  return 0;
}

// Where each controller's tree is mounted; "" is version 2's.
std::map<std::string, std::filesystem::path> mounted_trees() {
  std::map<std::string, std::filesystem::path> trees;
  std::ifstream mounts("/proc/self/mounts");
  for (std::string source, target, type, options, rest;
       mounts >> source >> target >> type >> options && std::getline(mounts, rest);) {
    if (type == "cgroup2") trees.try_emplace("", target);
    if (type != "cgroup") continue;
    for (const std::string& option : split(options, ',')) trees.try_emplace(option, target);
  }
  return trees;
}

// Its own cgroup paths by controller, as /proc/PID/cgroup says them: "4:memory:/redcode/x".
std::map<std::string, std::string> groups_of(const std::string& pid) {
  std::map<std::string, std::string> groups;
  for (const std::string& line : split(read_small_file("/proc/" + pid + "/cgroup"), '\n')) {
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    for (const std::string& one : split(controllers, ',')) groups[one] = line.substr(second + 1);
    if (controllers.empty()) groups[""] = line.substr(second + 1);
  }
  return groups;
}

bool is_dead(pid_t pid) {
  const auto told = proc_stat(std::to_string(pid));
  return !told || told->state == 'Z' || told->state == 'X';
}

}  // namespace

Cgroup Cgroup::of(pid_t member) {
  const auto trees = mounted_trees();
  const auto own = groups_of("self");
  Cgroup groups;
  for (const auto& [controller, path] : groups_of(std::to_string(member))) {
    const auto tree = trees.find(controller);
    // A group that is ours too, or everybody's, is none of the sandbox's.
    const auto ours = own.find(controller);
    const bool shared = path == "/" || (ours != own.end() && ours->second == path);
    if (tree == trees.end() || shared || path.contains("..")) continue;
    groups.by_controller_[controller] = tree->second / path.substr(1);
  }
  if (groups.by_controller_.empty()) {
    throw Failure(Failure::Kind::unavailable, "the sandbox has no control group of its own");
  }
  return groups;
}

Cgroup Cgroup::named(const std::string& path) {
  Cgroup groups;
  for (const auto& [controller, tree] : mounted_trees()) {
    const std::filesystem::path group = tree / path.substr(1);
    std::error_code error;
    if (std::filesystem::is_directory(group, error)) groups.by_controller_[controller] = group;
  }
  return groups;
}

std::set<std::string> Cgroup::names_below(const std::string& path) {
  std::set<std::string> names;
  for (const auto& [controller, tree] : mounted_trees()) {
    for (const std::filesystem::path& entry : entries_of(tree / path.substr(1))) {
      std::error_code error;
      if (std::filesystem::is_directory(entry, error)) names.insert(entry.filename().string());
    }
  }
  return names;
}

bool Cgroup::remove() const {
  const auto deadline = Clock::now() + 1s;
  for (const auto& [controller, group] : by_controller_) {
    while (rmdir(group.c_str()) != 0 && errno == EBUSY && Clock::now() < deadline) {
      std::this_thread::sleep_for(5ms);
    }
  }
  return std::ranges::none_of(by_controller_, [](const auto& group) {
    std::error_code error;
    return std::filesystem::exists(group.second, error);
  });
}

std::string Cgroup::value(const std::string& controller, const std::string& file) const {
  const auto group = by_controller_.find(controller);
  if (group == by_controller_.end()) return "";
  return std::string(trim(read_small_file(group->second / file)));
}

std::vector<pid_t> Cgroup::processes() const {
  std::vector<pid_t> found;
  for (const auto& [controller, folder] : by_controller_) {
    for (const std::string& line : split(read_small_file(folder / "cgroup.procs"), '\n')) {
      const auto pid = number_or<pid_t>(line, 0);
      if (pid > 0 && pid != getpid()) found.push_back(pid);
    }
  }
  std::ranges::sort(found);
  const auto repeated = std::ranges::unique(found);
  found.erase(repeated.begin(), repeated.end());
  return found;
}

namespace {

// Stops every process of a group from running, hence from starting others, while it lives.
class Frozen {
 public:
  explicit Frozen(const std::map<std::string, std::filesystem::path>& groups) {
    const auto old = groups.find("freezer");
    const auto unified = groups.find("");
    if (old != groups.end()) {
      switch_ = old->second / "freezer.state";
      write_to(switch_, "FROZEN");
    } else if (unified != groups.end()) {
      switch_ = unified->second / "cgroup.freeze";
      write_to(switch_, "1");
    }
  }
  Frozen(Frozen&&) = delete;
  Frozen& operator=(Frozen&&) = delete;
  Frozen(const Frozen&) = delete;
  Frozen& operator=(const Frozen&) = delete;
  ~Frozen() {
    if (!switch_.empty()) write_to(switch_, switch_.extension() == ".state" ? "THAWED" : "0");
  }

 private:
  std::filesystem::path switch_;
};

// Killed by pidfd, and only if the group still lists it once it is pinned: no other process that
// took over the number can be hit.
void kill_pinned(const Cgroup& group, const std::vector<pid_t>& victims) {
  std::vector<std::pair<pid_t, Fd>> pinned;
  for (const pid_t pid : victims) {
    pinned.emplace_back(pid, Fd(static_cast<int>(syscall(SYS_pidfd_open, pid, 0))));
  }
  const std::vector<pid_t> still = group.processes();
  for (const auto& [pid, fd] : pinned) {
    if (!fd || !std::ranges::binary_search(still, pid)) continue;
    syscall(SYS_pidfd_send_signal, fd.get(), SIGKILL, nullptr, 0);
  }
}

}  // namespace

bool Cgroup::kill_all_but(pid_t spared) const {
  const auto deadline = Clock::now() + 1s;
  auto pause = 200us;
  while (true) {
    std::vector<pid_t> victims = processes();
    std::erase_if(victims, [spared](pid_t pid) { return pid == spared || is_dead(pid); });
    if (victims.empty()) return true;
    if (Clock::now() >= deadline) return false;
    {
      const Frozen frozen(by_controller_);
      // Looked at again: what was started until it froze is on the list now.
      victims = processes();
      std::erase(victims, spared);
      kill_pinned(*this, victims);
    }
    std::this_thread::sleep_for(pause);
    pause = std::min(pause * 2, std::chrono::microseconds(10ms));
  }
}

std::uint64_t Cgroup::memory_kills() const {
  const std::string old = value("memory", "memory.oom_control");
  return counter(old.empty() ? value("", "memory.events") : old, "oom_kill");
}

std::uint64_t Cgroup::refused_forks() const {
  const std::string old = value("pids", "pids.events");
  return counter(old.empty() ? value("", "pids.events") : old, "max");
}

}  // namespace redcode::sandbox
