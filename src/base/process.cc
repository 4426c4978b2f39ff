#include "base/process.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <utility>

#include "base/child.h"
#include "base/failure.h"
#include "base/fd.h"
#include "base/text.h"
#include "base/with_timeout.h"

namespace redcode {

namespace {

// Until it has closed its output and ended: a program may do the one and not the other.
Task<int> hear_out(asio::posix::stream_descriptor& output, Child& child, OutputSink on_output) {
  std::array<char, 65536> buffer{};
  boost::system::error_code error;
  while (true) {
    const std::size_t got = co_await output.async_read_some(
        asio::buffer(buffer), asio::redirect_error(asio::use_awaitable, error));
    if (error == asio::error::operation_aborted) throw boost::system::system_error(error);
    if (error) break;
    co_await on_output(std::string_view(buffer.data(), got));
  }
  co_return co_await child.ended();
}

}  // namespace

Task<ProcessEnd> run_process(ProcessRequest request, OutputSink on_output) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) {
    throw Failure(Failure::Kind::unavailable, "cannot make a pipe");
  }
  asio::posix::stream_descriptor output(co_await asio::this_coro::executor, ends[0]);
  Fd child_side(ends[1]);
  // Only this frame owns the child: however it is left, the child is dead before the caller goes
  // on.
  Child child({.argv = std::move(request.argv),
               .out = child_side.get(),
               .err = child_side.get(),
               .environment = ChildRequest::Environment::ours});
  child_side = Fd();
  const std::optional<int> code =
      co_await with_timeout(request.limit, hear_out(output, child, std::move(on_output)));
  if (code) co_return ProcessEnd{.exit_code = *code};
  child.kill();
  co_await child.wait(std::chrono::seconds(5));
  co_return ProcessEnd{.exit_code = child.exit_code().value_or(128 + SIGKILL), .timed_out = true};
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
