// redcode-companion: runs beside a container daemon and looks at sandboxes for a harness that
// cannot. It is started by the harness, speaks over its standard input and output, and ends with
// its input: a harness that is killed takes it along.
#include <unistd.h>

#include <array>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>

#include "base/open_files.h"
#include "base/run.h"
#include "base/scope.h"
#include "request_handler.h"
#include "voice.h"

namespace redcode::companion {
namespace {

Task<> listen(Scope& scope, RequestHandler& request_handler, Fd input) {
  asio::posix::stream_descriptor in(co_await asio::this_coro::executor, input.release());
  sandbox::MessageReader reader;
  std::array<char, 65536> buffer{};
  boost::system::error_code error;
  while (!error) {
    const std::size_t got = co_await in.async_read_some(
        asio::buffer(buffer), asio::redirect_error(asio::use_awaitable, error));
    reader.feed(std::string_view(buffer.data(), got));
    while (std::optional<sandbox::Message> request = reader.next()) {
      scope.spawn(request_handler.serve(*std::move(request)));
    }
  }
}

Task<> serve() {
  const auto executor = co_await asio::this_coro::executor;
  Scope scope(executor);
  Voice voice(executor, Fd(dup(STDOUT_FILENO)));
  RequestHandler request_handler(voice);
  request_handler.greet();
  scope.spawn(voice.speak());
  int code = 0;
  try {
    co_await listen(scope, request_handler, Fd(dup(STDIN_FILENO)));
  } catch (const std::exception& failure) {
    std::fputs(failure.what(), stderr);
    code = 1;
  }
  // Whatever is still being watched, the kernel lets go of it with this process.
  std::_Exit(code);
}

}  // namespace
}  // namespace redcode::companion

int main() {
  std::signal(SIGPIPE, SIG_IGN);
  redcode::allow_many_open_files();
  try {
    redcode::run(redcode::companion::serve());
  } catch (const std::exception& failure) {
    std::fputs(failure.what(), stderr);
  }
  return 1;
}
