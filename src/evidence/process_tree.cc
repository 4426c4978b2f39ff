#include "evidence/process_tree.h"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <iterator>

namespace redcode::evidence {
namespace {

using sandbox::ProcessEvent;

constexpr std::size_t most_ended = 8'192;
constexpr std::size_t most_processes = 65'536;
constexpr std::size_t most_starts = 4'096;
constexpr std::size_t most_kills = 2'048;
constexpr std::size_t most_opened = 16;

// Which of the files a process opened to run it then ran. `exe` is what /proc said, maybe nothing,
// maybe already a later program's if `more_follow`.
std::string choose(const std::vector<std::string>& opened, const std::string& exe,
                   bool more_follow) {
  std::vector<std::string> programs;
  std::ranges::copy_if(opened, std::back_inserter(programs),
                       [](const std::string& path) { return !is_loader(path); });
  if (programs.empty()) return exe.empty() && !opened.empty() ? opened.back() : exe;
  if (more_follow) return programs.front();
  const bool from_memory = exe.starts_with("/memfd:");
  if (from_memory || std::ranges::find(programs, exe) != programs.end()) return exe;
  return programs.back();  // of a script: its interpreter, opened after it
}

}  // namespace

bool is_loader(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  const std::string name = path.substr(slash == std::string::npos ? 0 : slash + 1);
  return name.starts_with("ld-linux") || name.starts_with("ld-musl") || name.starts_with("ld.so") ||
         (name.starts_with("ld-") && name.ends_with(".so"));
}

ProcessTree::Process* ProcessTree::find(pid_t process) {
  const auto found = processes_.find(process);
  return found == processes_.end() ? nullptr : &found->second;
}

void ProcessTree::add(pid_t process, const std::string& program) {
  processes_[process] = Process{.program = program};
}

void ProcessTree::enter(pid_t process) {
  processes_[process] = Process{.runtimes = true, .program = ""};
}

void ProcessTree::seed(pid_t process) {
  if (Process* found = find(process)) found->seeded = true;
}

bool ProcessTree::has_living(pid_t process) const {
  const auto found = processes_.find(process);
  return found != processes_.end() && !found->second.gone;
}

bool ProcessTree::may_return(pid_t process) const {
  const auto found = processes_.find(process);
  return found != processes_.end() && found->second.gone && !found->second.replaced;
}

void ProcessTree::lose_number(pid_t process) {
  if (Process* found = find(process)) found->replaced = true;
}

bool ProcessTree::is_runtimes(pid_t process) const {
  const auto found = processes_.find(process);
  return found != processes_.end() && found->second.runtimes;
}

void ProcessTree::tell(ProcessEvent event) {
  if (event.what == ProcessEvent::What::forked) {
    if (processes_.size() >= most_processes) {
      ++lost_;
      return;
    }
    // A parent that has run its first program is the runtime's no more, though the file it ran may
    // not have been told yet.
    const Process* parent = find(event.other);
    const bool by_runtime = parent != nullptr && parent->runtimes && parent->execs.empty();
    processes_[event.process] = Process{.parent = event.other, .runtimes = by_runtime};
  }
  Process* process = find(event.process);
  if (event.what == ProcessEvent::What::executed && process != nullptr) {
    process->execs.push_back(event.program);
    process->gone = false;
  }
  if (event.what == ProcessEvent::What::exited && process != nullptr) process->gone = true;
  ++told_;
  unsettled_.push_back(std::move(event));
}

void ProcessTree::opened_to_run(pid_t process, const std::string& path) {
  Process* found = find(process);
  if (found == nullptr) return;
  found->runtimes = false;
  if (found->opened.size() == most_opened) found->opened.erase(found->opened.begin());
  found->opened.push_back(path);
}

void ProcessTree::ran_unseen(const std::string& path) {
  if (!is_loader(path)) started(path, "");
}

bool ProcessTree::is_loader_of_program(pid_t process, const std::string& path) const {
  if (!is_loader(path)) return false;
  const auto found = processes_.find(process);
  // Not only right behind the program: the kernel puts like events that wait together.
  return found != processes_.end() && !std::ranges::all_of(found->second.opened, is_loader);
}

bool ProcessTree::is_about_to_run(pid_t process, const std::string& path) const {
  const auto found = processes_.find(process);
  return found != processes_.end() &&
         std::ranges::find(found->second.opened, path) != found->second.opened.end();
}

// A child's program is its parent's, as it was when the child was made: asked for as late as
// possible, because the parent's own exec may not be settled yet.
const std::string& ProcessTree::resolve(Process& process) {
  if (!process.program) {
    Process* parent = find(process.parent);
    const bool known = parent != nullptr && parent->program.has_value();
    process.program = known ? *parent->program : std::string();
  }
  return *process.program;
}

void ProcessTree::take_program(Process& process) {
  const std::string by = resolve(process);
  const std::string exe = process.execs.front();
  process.execs.pop_front();
  const bool more_follow = !process.execs.empty();
  process.program = choose(process.opened, exe, more_follow);
  if (more_follow) {
    const auto taken = std::ranges::find(process.opened, *process.program);
    if (taken != process.opened.end()) process.opened.erase(process.opened.begin(), taken + 1);
    while (!process.opened.empty() && is_loader(process.opened.front())) {
      process.opened.erase(process.opened.begin());
    }
  } else {
    process.opened.clear();
  }
  process.runtimes = false;
  started(*process.program, by);
  if (process.seeded && *process.program != by) {
    process.seeded = false;
    ended({.program = by, .signal = 0, .by = *process.program});
  }
}

// Whether an exec was told of, and the program it was of has been seen.
bool ProcessTree::has_run(const Process& process) {
  return !process.execs.empty() && !std::ranges::all_of(process.opened, is_loader);
}

std::string ProcessTree::program_of(pid_t process, const std::string& path) {
  Process* found = find(process);
  if (found == nullptr) return "";
  // The kernel itself reads what it is about to run; whatever else is used, the program uses.
  if (has_run(*found) && path != found->opened.back()) take_program(*found);
  return runner_of(process);
}

// Not the program it is about to run: a script's interpreter and loader are opened by the kernel on
// behalf of whoever runs the script.
std::string ProcessTree::runner_of(pid_t process) {
  Process* found = find(process);
  if (found == nullptr) return "";
  Process* parent = found->program ? nullptr : find(found->parent);
  if (parent != nullptr && has_run(*parent)) take_program(*parent);
  if (parent != nullptr) resolve(*parent);
  return resolve(*found);
}

std::string ProcessTree::program_of(pid_t process) {
  Process* found = find(process);
  return found == nullptr ? "" : resolve(*found);
}

void ProcessTree::settle(std::uint64_t told) {
  while (settled_ < told && !unsettled_.empty()) {
    const ProcessEvent event = std::move(unsettled_.front());
    unsettled_.pop_front();
    ++settled_;
    believe(event);
  }
}

void ProcessTree::believe(const ProcessEvent& event) {
  Process* process = find(event.process);
  switch (event.what) {
    case ProcessEvent::What::forked:
      if (process != nullptr) resolve(*process);
      break;
    case ProcessEvent::What::executed:
      if (process == nullptr) break;
      process->ended = false;
      if (!process->execs.empty()) take_program(*process);
      break;
    case ProcessEvent::What::signalled:
      believe_signal(event);
      break;
    case ProcessEvent::What::exited:
      believe_exit(event);
      break;
  }
}

// To one process, to all (-1), or to a group, which bears the number of its first process.
void ProcessTree::believe_signal(const ProcessEvent& event) {
  signalled_[event.process] = {event.signal, event.other};
  const bool stops = event.signal == SIGSTOP || event.signal == SIGTSTP ||
                     event.signal == SIGTTIN || event.signal == SIGTTOU;
  if (!stops && event.signal != SIGCONT) return;
  std::string by = stops ? program_of(event.other) : std::string();
  if (stops && by.empty()) by = "unknown";
  if (event.process == -1) {
    for (auto& [pid, process] : processes_) {
      if (pid != event.other) process.stopper = by;
    }
  } else if (Process* process = find(std::abs(event.process))) {
    process->stopper = by;
  }
}

std::string ProcessTree::stopped_by(pid_t process) const {
  const auto found = processes_.find(process);
  return found == processes_.end() ? "" : found->second.stopper;
}

void ProcessTree::ended(record::ProcessKilled how) {
  if (!kills_matter_) return;
  if (kills_.size() < most_kills) {
    kills_.push_back(std::move(how));
  } else {
    ++lost_;
  }
}

void ProcessTree::believe_exit(const ProcessEvent& event) {
  Process* process = find(event.process);
  if (process == nullptr) return;
  const auto sent = signalled_.find(event.process);
  if ((event.signal != 0 || process->seeded) && !process->runtimes) {
    record::ProcessKilled kill{.program = resolve(*process), .signal = event.signal, .by = ""};
    if (sent != signalled_.end() && sent->second.first == event.signal) {
      kill.by = program_of(sent->second.second);
    }
    ended(std::move(kill));
  }
  if (sent != signalled_.end()) signalled_.erase(sent);
  process->ended = true;
  ended_.push_back(event.process);
  if (ended_.size() <= most_ended) return;
  const Process* oldest = find(ended_.front());
  if (oldest != nullptr && oldest->ended) processes_.erase(ended_.front());
  ended_.pop_front();
}

void ProcessTree::started(const std::string& program, const std::string& by) {
  const auto found = start_index_.find({program, by});
  if (found != start_index_.end()) {
    ++starts_[found->second].times;
    return;
  }
  if (starts_.size() == most_starts) {
    ++lost_;
    return;
  }
  start_index_.emplace(std::pair(program, by), starts_.size());
  starts_.push_back({.program = program, .by = by, .times = 1});
}

bool ProcessTree::has_ended(pid_t process) const {
  const auto found = processes_.find(process);
  return found == processes_.end() || found->second.ended;
}

void ProcessTree::forget_facts() {
  start_index_.clear();
  starts_.clear();
  kills_.clear();
}

std::vector<pid_t> ProcessTree::members() const {
  std::vector<pid_t> all;
  for (const auto& [pid, process] : processes_) {
    if (!process.runtimes) all.push_back(pid);
  }
  std::ranges::sort(all);
  return all;
}

std::vector<record::Fact> ProcessTree::facts() const {
  std::vector<record::Fact> all(starts_.begin(), starts_.end());
  all.insert(all.end(), kills_.begin(), kills_.end());
  return all;
}

}  // namespace redcode::evidence
