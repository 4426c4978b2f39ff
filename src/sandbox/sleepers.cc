#include "sandbox/sleepers.h"

#include <elf.h>
#include <fmt/format.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <filesystem>
#include <optional>
#include <thread>

#include "base/failure.h"
#include "base/proc_stat.h"
#include "base/small_file.h"
#include "sandbox/cgroup.h"

namespace redcode::sandbox {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

// Of one thread: it stops at once, unless it waits for a disk.
constexpr auto longest_stop = 50ms;

// A pid alone may be another process's by now.
std::optional<std::string> identity_of(pid_t process) {
  const std::optional<ProcStat> told = proc_stat(std::to_string(process));
  if (!told || told->state == 'Z' || told->state == 'X') return std::nullopt;
  return fmt::format("{} {}", process, told->start_time);
}

// The kernel writes "230 0x0 0x0 ...", or "running".
bool sleeps(pid_t thread) {
  const std::string told = read_small_file(fmt::format("/proc/{}/syscall", thread));
  long call = -1;
  std::from_chars(told.data(), told.data() + told.size(), call);
  return call == SYS_nanosleep || call == SYS_clock_nanosleep;
}

#if defined(__x86_64__)
// The call is over, gave 0, and is not begun again.
bool finish_call(pid_t thread) {
  user_regs_struct registers{};
  if (ptrace(PTRACE_GETREGS, thread, nullptr, &registers) != 0) return false;
  const auto call = static_cast<long>(registers.orig_rax);
  if (call != SYS_nanosleep && call != SYS_clock_nanosleep) return false;
  registers.rax = 0;
  registers.orig_rax = static_cast<unsigned long long>(-1);
  return ptrace(PTRACE_SETREGS, thread, nullptr, &registers) == 0;
}
#else
// Not known how on this processor.
bool finish_call(pid_t /*thread*/) { return false; }
#endif

bool has_stopped(pid_t thread) {
  const auto until = Clock::now() + longest_stop;
  while (Clock::now() < until) {
    int status = 0;
    const pid_t told = waitpid(thread, &status, __WALL | WNOHANG);
    if (told == thread) return WIFSTOPPED(status);
    if (told < 0 && errno != EINTR) return false;
    std::this_thread::sleep_for(1ms);
  }
  return false;
}

// Whoever is not let go here is let go by the kernel when the calling thread ends.
bool wake_thread(pid_t thread) {
  if (ptrace(PTRACE_SEIZE, thread, nullptr, nullptr) != 0) return false;
  bool woken = false;
  if (ptrace(PTRACE_INTERRUPT, thread, nullptr, nullptr) == 0 && has_stopped(thread))
    woken = finish_call(thread);
  ptrace(PTRACE_DETACH, thread, nullptr, nullptr);
  return woken;
}

std::vector<pid_t> threads_of(pid_t process) {
  std::vector<pid_t> threads;
  std::error_code failed;
  for (const auto& entry :
       std::filesystem::directory_iterator(fmt::format("/proc/{}/task", process), failed)) {
    const std::string name = entry.path().filename();
    pid_t thread = 0;
    std::from_chars(name.data(), name.data() + name.size(), thread);
    if (thread > 0) threads.push_back(thread);
  }
  return threads;
}

// Those of a sandbox that has ended are none, and so are those of one that shares our groups.
std::vector<pid_t> processes_beside(pid_t init) {
  try {
    return Cgroup::of(init).processes();
  } catch (const Failure&) {
    return {};
  }
}

}  // namespace

Sleepers::Sleepers(const HostView& host_view)
    : init_(host_view.host_kernel && !host_view.remote ? host_view.init : 0) {
  if (init_ == 0) return;
  for (const pid_t process : processes_beside(init_)) {
    if (auto identity = identity_of(process)) ours_.insert(*std::move(identity));
  }
}

std::vector<pid_t> Sleepers::living() const {
  std::vector<pid_t> found;
  if (init_ == 0 || !identity_of(init_)) return found;
  for (const pid_t process : processes_beside(init_)) {
    const std::optional<std::string> identity = identity_of(process);
    if (identity && !ours_.contains(*identity)) found.push_back(process);
  }
  return found;
}

std::size_t Sleepers::others() const { return living().size(); }

// How often each gave up its processor, or had to.
std::string Sleepers::progress() const {
  std::string told;
  for (const pid_t process : living()) {
    const std::string status = read_small_file(fmt::format("/proc/{}/status", process));
    told += fmt::format("{} {}\n", process,
                        status.substr(std::min(status.size(), status.find("voluntary_ctxt"))));
  }
  return told;
}

std::size_t Sleepers::wake(std::size_t most) const {
  std::size_t woken = 0;
  const auto wake_of = [&](pid_t process) {
    for (const pid_t thread : threads_of(process)) {
      if (woken < most && sleeps(thread) && wake_thread(thread)) ++woken;
    }
  };
  const auto wake_all = [&] { std::ranges::for_each(living(), wake_of); };
  // A tracer's own thread, which takes whatever it could not let go with it.
  std::jthread(wake_all).join();
  return woken;
}

}  // namespace redcode::sandbox
