#include "cli/terminal.h"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <csignal>

#include "base/failure.h"
#include "base/text.h"

namespace redcode::cli {
namespace {

// Waits on the process's pidfd, which becomes readable at its end.
Task<> wait_for(pid_t child) {
  const int pinned = static_cast<int>(syscall(SYS_pidfd_open, child, 0));
  if (pinned < 0) throw Failure(Failure::Kind::unavailable, "cannot watch the shell");
  asio::posix::stream_descriptor end(co_await asio::this_coro::executor, pinned);
  boost::system::error_code cancelled;
  co_await end.async_wait(asio::posix::stream_descriptor::wait_read,
                          asio::redirect_error(asio::use_awaitable, cancelled));
  if (cancelled) kill(child, SIGKILL);
}

}  // namespace

Task<int> run_on_terminal(std::vector<std::string> argv) {
  std::vector<char*> pointers;
  for (std::string& word : argv) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  pid_t child = 0;
  if (posix_spawnp(&child, pointers[0], nullptr, nullptr, pointers.data(), environ) != 0) {
    throw Failure(Failure::Kind::unavailable,
                  fmt::format("cannot start {}", one_line(argv[0], 80)));
  }
  co_await wait_for(child);
  int status = 0;
  waitpid(child, &status, 0);
  co_return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace redcode::cli
