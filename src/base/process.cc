#include "base/process.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <cstdlib>
#include <filesystem>
#include <memory>

#include "base/child.h"
#include "base/failure.h"
#include "base/fd.h"
#include "base/text.h"

namespace redcode {

Task<ProcessEnd> run_process(ProcessRequest request, OutputSink on_output) {
  const auto executor = co_await asio::this_coro::executor;
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) {
    throw Failure(Failure::Kind::unavailable, "cannot make a pipe");
  }
  asio::posix::stream_descriptor output(executor, ends[0]);
  Fd child_side(ends[1]);
  const auto child = std::make_shared<Child>(
      request.argv, ChildStreams{.out = child_side.get(), .err = child_side.get()});
  child_side = Fd();

  // Killing the group closes the pipe and ends the program, which is what is waited for below.
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
  if (error == asio::error::operation_aborted) throw boost::system::system_error(error);
  // A program may close its output and go on: the time limit holds until it has ended.
  const int code = co_await child->ended();
  deadline.cancel();
  co_return ProcessEnd{.exit_code = code, .timed_out = *timed_out};
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
