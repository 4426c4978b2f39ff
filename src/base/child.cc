#include "base/child.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <csignal>
#include <cstring>
#include <set>
#include <utility>

#include "base/failure.h"
#include "base/mutex.h"
#include "base/with_timeout.h"

namespace redcode {
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

// Children belong to the process, whoever started them, so there is one list.
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

pid_t spawn(const ChildRequest& request) {
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
  std::array<char*, 2> path_only = {path.data(), nullptr};
  const bool ours = request.environment == ChildRequest::Environment::ours;
  pid_t pid = 0;
  const int error = posix_spawnp(&pid, arguments[0], &plan.files, &plan.attributes,
                                 arguments.data(), ours ? environ : path_only.data());
  if (error != 0) {
    throw Failure(Failure::Kind::unavailable,
                  fmt::format("cannot start {}: {}", request.argv[0], std::strerror(error)));
  }
  return pid;
}

// Waits until it can be read or is at its end, or until `limit` has passed.
void wait_readable(int fd, std::chrono::milliseconds limit) {
  const auto deadline = std::chrono::steady_clock::now() + limit;
  int got = -1;
  do {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        deadline - std::chrono::steady_clock::now());
    pollfd ready{.fd = fd, .events = POLLIN, .revents = 0};
    got = poll(&ready, 1, static_cast<int>(std::max(0ms, left).count()));
  } while (got < 0 && errno == EINTR);
}

}  // namespace

bool Child::stands_for(pid_t pid) { return WaitedFor::list().has(pid); }

Child::Child(const ChildRequest& request) : Child(spawn(request)) { leads_group_ = true; }

Child::Child(pid_t pid) : pid_(pid), pidfd_(static_cast<int>(syscall(SYS_pidfd_open, pid, 0))) {
  if (!pidfd_) {
    throw Failure(Failure::Kind::unavailable,
                  fmt::format("cannot watch a process: {}", std::strerror(errno)));
  }
  WaitedFor::list().add(pid_);
}

Child::Child(Child&& other) noexcept { *this = std::move(other); }

Child& Child::operator=(Child&& other) noexcept {
  std::swap(pid_, other.pid_);
  std::swap(leads_group_, other.leads_group_);
  std::swap(pidfd_, other.pidfd_);
  std::swap(code_, other.code_);
  return *this;
}

Child::~Child() {
  if (pid_ <= 0) return;
  kill();
  wait_blocking(1s);
  WaitedFor::list().drop(pid_);
}

void Child::kill() const {
  if (pid_ <= 0 || code_) return;
  if (leads_group_) ::kill(-pid_, SIGKILL);
  syscall(SYS_pidfd_send_signal, pidfd_.get(), SIGKILL, nullptr, 0);
}

std::optional<int> Child::exit_code() {
  if (code_ || pid_ <= 0) return code_;
  siginfo_t end{};
  const int got = waitid(P_PID, static_cast<id_t>(pid_), &end, WEXITED | WNOHANG);
  if (got == 0 && end.si_pid == pid_)
    code_ = end.si_code == CLD_EXITED ? end.si_status : 128 + end.si_status;
  // Reaped with everything else of its sandbox.
  if (got != 0 && errno == ECHILD) code_ = 128 + SIGKILL;
  return code_;
}

Task<int> Child::ended() {
  asio::posix::stream_descriptor end(co_await asio::this_coro::executor,
                                     fcntl(pidfd_.get(), F_DUPFD_CLOEXEC, 0));
  // The descriptor is said to be ready too early at times, hence the loop.
  while (true) {
    if (const std::optional<int> code = exit_code()) co_return *code;
    co_await end.async_wait(asio::posix::stream_descriptor::wait_read, asio::use_awaitable);
  }
}

Task<bool> Child::wait(std::chrono::milliseconds limit) {
  if (!exit_code()) co_await with_timeout(limit, ended());
  co_return exit_code().has_value();
}

bool Child::wait_blocking(std::chrono::milliseconds limit) {
  if (!exit_code()) wait_readable(pidfd_.get(), limit);
  return exit_code().has_value();
}

}  // namespace redcode
