#include "base/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>

#include "base/failure.h"
#include "base/fd.h"
#include "base/text.h"

namespace redcode {
namespace {

// A started child; kills its whole group and reaps it unless it was waited for.
class Child {
 public:
  explicit Child(pid_t pid) : pid_(pid) {}
  Child(Child&&) = delete;
  Child& operator=(Child&&) = delete;
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() {
    if (reaped_) return;
    kill_group();
    waitpid(pid_, nullptr, 0);
  }

  void kill_group() const { ::kill(-pid_, SIGKILL); }

  int wait() {
    int status = 0;
    while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
    }
    reaped_ = true;
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  }

 private:
  pid_t pid_;
  bool reaped_ = false;
};

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
};

pid_t start(const std::vector<std::string>& argv, int output) {
  SpawnActions actions;
  posix_spawn_file_actions_addopen(&actions.files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions.files, output, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions.files, output, STDERR_FILENO);
  sigset_t none{};
  sigset_t defaults{};
  sigemptyset(&none);
  sigemptyset(&defaults);
  sigaddset(&defaults, SIGPIPE);
  posix_spawnattr_setsigmask(&actions.attributes, &none);
  posix_spawnattr_setsigdefault(&actions.attributes, &defaults);
  posix_spawnattr_setpgroup(&actions.attributes, 0);
  posix_spawnattr_setflags(&actions.attributes,
                           POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
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

Task<ProcessEnd> run_process(ProcessRequest request, OutputSink on_output) {
  const auto executor = co_await asio::this_coro::executor;
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) {
    throw Failure(Failure::Kind::unavailable, "cannot make a pipe");
  }
  asio::posix::stream_descriptor output(executor, ends[0]);
  Fd child_side(ends[1]);
  const auto child = std::make_shared<Child>(start(request.argv, child_side.get()));
  child_side = Fd();

  // Killing the group closes the pipe, so the read below is all that has to be waited for.
  const auto timed_out = std::make_shared<bool>(false);
  asio::steady_timer deadline(executor, request.limit);
  // Only this frame owns the child: however it is left, the child is dead before the caller goes
  // on.
  const std::weak_ptr<Child> watched = child;
  deadline.async_wait([watched, timed_out](boost::system::error_code aborted) {
    const std::shared_ptr<Child> still_there = watched.lock();
    if (aborted || !still_there) return;
    *timed_out = true;
    still_there->kill_group();
  });

  std::array<char, 65536> buffer{};
  boost::system::error_code error;
  while (true) {
    const std::size_t got = co_await output.async_read_some(
        asio::buffer(buffer), asio::redirect_error(asio::use_awaitable, error));
    if (error) break;
    co_await on_output(std::string_view(buffer.data(), got));
  }
  deadline.cancel();
  if (error == asio::error::operation_aborted) throw boost::system::system_error(error);
  co_return ProcessEnd{.exit_code = child->wait(), .timed_out = *timed_out};
}

bool program_exists(std::string_view program) {
  const char* path = std::getenv("PATH");
  for (const std::string& folder : split(path == nullptr ? "/usr/bin:/bin" : path, ':')) {
    const std::string candidate = (std::filesystem::path(folder) / program).string();
    if (access(candidate.c_str(), X_OK) == 0) return true;
  }
  return false;
}

}  // namespace redcode
