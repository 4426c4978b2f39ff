#include "sandbox/oci/spawn.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <set>
#include <utility>

#include "base/entries.h"
#include "base/failure.h"
#include "base/mutex.h"
#include "base/small_file.h"

namespace redcode::oci {
namespace {

using namespace std::chrono_literals;

// File actions and attributes, freed however the spawn ends.
struct SpawnPlan {
  posix_spawn_file_actions_t files{};
  posix_spawnattr_t attributes{};
  SpawnPlan() {
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&attributes);
  }
  SpawnPlan(SpawnPlan&&) = delete;
  SpawnPlan& operator=(SpawnPlan&&) = delete;
  SpawnPlan(const SpawnPlan&) = delete;
  SpawnPlan& operator=(const SpawnPlan&) = delete;
  ~SpawnPlan() {
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
  }

  void give(int fd, int as) {
    if (fd >= 0) {
      posix_spawn_file_actions_adddup2(&files, fd, as);
    } else {
      posix_spawn_file_actions_addopen(&files, as, "/dev/null", O_RDWR, 0);
    }
  }

  void clean_slate() {
    sigset_t none{};
    sigset_t defaults{};
    sigemptyset(&none);
    sigemptyset(&defaults);
    for (const int signal : {SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGCHLD}) {
      sigaddset(&defaults, signal);
    }
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    posix_spawnattr_setflags(&attributes,
                             POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
};

// Waiting for a process's end, with a time limit.
struct Watch {
  Watch(const asio::any_io_executor& executor, int pidfd) : ended(executor, pidfd) {}
  asio::posix::stream_descriptor ended;
  bool late = false;
};

int as_shells_say(const siginfo_t& end) {
  return end.si_code == CLD_EXITED ? end.si_status : 128 + end.si_status;
}

// The children somebody here waits for. Children belong to the process, whichever engine started
// them, so there is one list.
class WaitedFor {
 public:
  static WaitedFor& list() {
    static WaitedFor all;
    return all;
  }
  void add(pid_t pid) {
    const Lock lock(mutex_);
    pids_.insert(pid);
  }
  void drop(pid_t pid) {
    const Lock lock(mutex_);
    pids_.erase(pid);
  }
  bool has(pid_t pid) const {
    const Lock lock(mutex_);
    return pids_.contains(pid);
  }

 private:
  mutable Mutex mutex_;
  std::set<pid_t> pids_ GUARDED_BY(mutex_);
};

std::vector<std::string> bound_to_us(const std::vector<std::string>& argv) {
  constexpr const char* tool = "/usr/bin/setpriv";  // of util-linux
  if (access(tool, X_OK) != 0) return argv;
  std::vector<std::string> words = {tool, "--pdeathsig", "KILL", "--"};
  words.insert(words.end(), argv.begin(), argv.end());
  return words;
}

bool is_dead_crun(pid_t pid) {
  return read_small_file(fmt::format("/proc/{}/stat", pid)).contains(" (crun) Z ");
}

}  // namespace

bool readable_within(int fd, std::chrono::milliseconds limit) {
  const auto deadline = std::chrono::steady_clock::now() + limit;
  while (true) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        deadline - std::chrono::steady_clock::now());
    pollfd ready{.fd = fd, .events = POLLIN};
    const int got = poll(&ready, 1, static_cast<int>(std::max<std::int64_t>(0, left.count())));
    if (got > 0) return true;
    if (got == 0 || errno != EINTR) return false;
  }
}

Child::Child(pid_t pid) : pid_(pid), pidfd_(static_cast<int>(syscall(SYS_pidfd_open, pid, 0))) {
  if (!pidfd_) {
    throw Failure(Failure::Kind::unavailable,
                  fmt::format("cannot watch a process: {}", std::strerror(errno)));
  }
  WaitedFor::list().add(pid_);
}

Child::Child(Child&& other) noexcept
    : pid_(std::exchange(other.pid_, 0)),
      pidfd_(std::move(other.pidfd_)),
      code_(std::exchange(other.code_, std::nullopt)) {}

Child& Child::operator=(Child&& other) noexcept {
  std::swap(pid_, other.pid_);
  std::swap(pidfd_, other.pidfd_);
  std::swap(code_, other.code_);
  return *this;
}

Child::~Child() {
  if (pid_ <= 0) return;
  if (!code_) kill();
  wait_blocking(1s);
  WaitedFor::list().drop(pid_);
}

void Child::kill() const {
  if (pidfd_) syscall(SYS_pidfd_send_signal, pidfd_.get(), SIGKILL, nullptr, 0);
}

std::optional<int> Child::exit_code() {
  if (code_ || pid_ <= 0) return code_;
  siginfo_t end{};
  const int got = waitid(P_PID, static_cast<id_t>(pid_), &end, WEXITED | WNOHANG);
  if (got == 0 && end.si_pid == pid_) code_ = as_shells_say(end);
  // Reaped with everything else of its sandbox.
  if (got != 0 && errno == ECHILD) code_ = 128 + SIGKILL;
  return code_;
}

Task<bool> Child::wait(std::chrono::milliseconds limit) {
  if (exit_code()) co_return true;
  const auto executor = co_await asio::this_coro::executor;
  // Shared, because the timer's handler may run after this frame is gone.
  const auto watch = std::make_shared<Watch>(executor, fcntl(pidfd_.get(), F_DUPFD_CLOEXEC, 0));
  asio::steady_timer deadline(executor, limit);
  deadline.async_wait([watch](boost::system::error_code aborted) {
    if (aborted) return;
    watch->late = true;
    watch->ended.cancel();
  });
  // The descriptor is said to be ready too early at times, hence the loop.
  while (!exit_code() && !watch->late) {
    boost::system::error_code error;
    co_await watch->ended.async_wait(asio::posix::stream_descriptor::wait_read,
                                     asio::redirect_error(asio::use_awaitable, error));
    if (error && !watch->late) throw boost::system::system_error(error);
  }
  deadline.cancel();
  co_return exit_code().has_value();
}

bool Child::wait_blocking(std::chrono::milliseconds limit) {
  if (exit_code()) return true;
  readable_within(pidfd_.get(), limit);
  return exit_code().has_value();
}

Child spawn(const SpawnRequest& request) {
  SpawnPlan plan;
  plan.give(request.in, STDIN_FILENO);
  plan.give(request.out, STDOUT_FILENO);
  plan.give(request.err, STDERR_FILENO);
  plan.clean_slate();
  const std::vector<std::string> argv =
      request.dies_with_us ? bound_to_us(request.argv) : request.argv;
  std::vector<char*> arguments;
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-const-cast): posix_spawn's signature predates const
  for (const std::string& word : argv) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  std::string path = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
  std::array<char*, 2> environment = {path.data(), nullptr};
  pid_t pid = 0;
  const int error = posix_spawn(&pid, arguments[0], &plan.files, &plan.attributes, arguments.data(),
                                environment.data());
  if (error != 0) {
    throw Failure(Failure::Kind::unavailable,
                  fmt::format("cannot start {}: {}", request.argv[0], std::strerror(error)));
  }
  return Child(pid);
}

void reap_strays() {
  for (const std::filesystem::path& thread : entries_of("/proc/self/task")) {
    std::ifstream children(thread / "children");
    for (pid_t pid = 0; children >> pid;) {
      if (WaitedFor::list().has(pid) || !is_dead_crun(pid)) continue;
      siginfo_t end{};
      waitid(P_PID, static_cast<id_t>(pid), &end, WEXITED | WNOHANG);
    }
  }
}

void adopt_orphans() { prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }

}  // namespace redcode::oci
