#include "base/child.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <csignal>
#include <cstring>

#include "base/failure.h"

namespace redcode {
namespace {

struct SpawnActions {
  posix_spawn_file_actions_t files{};
  posix_spawnattr_t attributes{};
  SpawnActions() {
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&attributes);
  }
  SpawnActions(SpawnActions&&) = delete;
  SpawnActions& operator=(SpawnActions&&) = delete;
  SpawnActions(const SpawnActions&) = delete;
  SpawnActions& operator=(const SpawnActions&) = delete;
  ~SpawnActions() {
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
    sigaddset(&defaults, SIGPIPE);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(
        &attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
};

pid_t start(const std::vector<std::string>& argv, const ChildStreams& streams) {
  SpawnActions actions;
  actions.give(streams.in, STDIN_FILENO);
  actions.give(streams.out, STDOUT_FILENO);
  actions.give(streams.err, STDERR_FILENO);
  actions.clean_slate();
  std::vector<char*> arguments;
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-const-cast): posix_spawn's signature predates const
  for (const std::string& word : argv) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);

  pid_t pid = 0;
  const int error = posix_spawnp(&pid, arguments[0], &actions.files, &actions.attributes,
                                 arguments.data(), environ);
  if (error != 0) {
    throw Failure(Failure::Kind::unavailable,
                  fmt::format("cannot start {}: {}", argv[0], std::strerror(error)));
  }
  return pid;
}

}  // namespace

Child::Child(const std::vector<std::string>& argv, const ChildStreams& streams)
    : pid_(start(argv, streams)) {}

Child::~Child() {
  if (reaped_) return;
  kill_group();
  waitpid(pid_, nullptr, 0);
}

void Child::kill_group() const { ::kill(-pid_, SIGKILL); }

Task<int> Child::ended() {
  const auto executor = co_await asio::this_coro::executor;
  // It is ours and was not waited for, so the number is still its own.
  const int pidfd = static_cast<int>(syscall(SYS_pidfd_open, pid_, 0));
  if (pidfd < 0) throw Failure(Failure::Kind::unavailable, "cannot watch a process");
  asio::posix::stream_descriptor end(executor, pidfd);
  // The descriptor is said to be ready too early at times, hence the look.
  siginfo_t state{};
  while (waitid(P_PID, static_cast<id_t>(pid_), &state, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         state.si_pid != pid_) {
    co_await end.async_wait(asio::posix::stream_descriptor::wait_read, asio::use_awaitable);
  }
  co_return wait();
}

int Child::wait() {
  int status = 0;
  while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  reaped_ = true;
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace redcode
