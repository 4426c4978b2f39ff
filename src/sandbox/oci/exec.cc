#include "sandbox/oci/exec.h"

#include <unistd.h>

#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <exception>
#include <memory>
#include <string_view>
#include <utility>

#include "base/event.h"
#include "base/readiness.h"
#include "base/scope.h"
#include "base/small_file.h"
#include "base/with_background.h"

namespace redcode::oci {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;
using Stream = asio::posix::stream_descriptor;

constexpr auto longest_goodbye = 2s;  // for a killed command to be gone

// What has come from a command so far, within its budget.
struct Talk {
  Talk(const asio::any_io_executor& executor, std::uint64_t most) : left(most), news(executor) {}

  void take(std::string& into, std::string_view bytes) {
    const std::string_view kept = bytes.substr(0, left);
    into.append(kept);
    left -= kept.size();
    if (kept.size() == bytes.size()) return;
    overflowed = true;
    news.set();
  }

  std::uint64_t left;
  Event news;  // something happened
  bool overflowed = false;
  bool ended = false;
  std::string out;
  std::string err;
};

Task<> read_stream(Talk& talk, Stream& stream, std::string& into) {
  std::string block(pipe_size, '\0');
  boost::system::error_code error;
  while (!talk.overflowed) {
    const std::size_t got = co_await stream.async_read_some(
        asio::buffer(block), asio::redirect_error(asio::use_awaitable, error));
    if (error) co_return;
    talk.take(into, std::string_view(block).substr(0, got));
  }
}

// What is in the pipe by now, without waiting: somebody in the background may hold it open for
// ever.
void drain(Talk& talk, Stream& stream, std::string& into) {
  std::string block(pipe_size, '\0');
  stream.non_blocking(true);
  while (!talk.overflowed) {
    const ssize_t got = ::read(stream.native_handle(), block.data(), block.size());
    if (got <= 0) return;
    talk.take(into, std::string_view(block).substr(0, static_cast<std::size_t>(got)));
  }
}

Task<> write_input(Stream input, std::string bytes) {
  input.non_blocking(true);
  std::string_view rest = bytes;
  while (!rest.empty()) {
    const ssize_t put = write_no_sigpipe(input.native_handle(), rest);
    if (put < 0 && errno != EAGAIN) co_return;  // a command need not read its input
    if (put > 0) rest.remove_prefix(static_cast<std::size_t>(put));
    if (put < 0) co_await input.async_wait(Stream::wait_write, asio::use_awaitable);
  }
}

Task<> watch_end(Talk& talk, Child& command) {
  co_await command.ended();
  talk.ended = true;
  talk.news.set();
}

// Waits for the command's end or an overflow, until `deadline` at the latest.
Task<> wait_for_news(Talk& talk, Clock::time_point deadline) {
  while (!talk.ended && !talk.overflowed && Clock::now() < deadline) {
    co_await talk.news.wait_until(deadline);
  }
}

Task<sandbox::Ending> supervise(ExecPlan& plan, Talk& talk, Child& command) {
  sandbox::Ending ending;
  co_await wait_for_news(talk, Clock::now() + plan.time_limit);
  if (talk.ended && !talk.overflowed) {
    ending.how = sandbox::Exited{command.exit_code().value_or(0)};
    co_return ending;
  }
  if (talk.overflowed) {
    ending.how = sandbox::Flooded{};
  } else {
    ending.how = sandbox::TimedOut{};
  }
  co_await plan.kill_all();
  co_return ending;
}

}  // namespace

Task<sandbox::Ending> exec_in_sandbox(ExecPlan plan) {
  const auto executor = co_await asio::this_coro::executor;
  const std::unique_ptr<RunningCommand> command = co_await start_command(plan.command);
  Talk talk(executor, plan.output_limit);
  Stream out(executor, command->out.release());
  Stream err(executor, command->err.release());
  if (!command->started()) {
    drain(talk, err, talk.err);
    co_return not_started(read_small_file(command->files.log_file()) + talk.err);
  }
  const auto streams = [&](Scope& scope) {
    scope.spawn(read_stream(talk, out, talk.out));
    scope.spawn(read_stream(talk, err, talk.err));
    scope.spawn(watch_end(talk, command->child));
    if (!command->in) return;
    Stream in(executor, command->in.release());
    scope.spawn(write_input(std::move(in), std::move(plan.input)));
  };

  sandbox::Ending ending =
      co_await with_background<sandbox::Ending>(streams, supervise(plan, talk, command->child));
  if (!talk.ended) co_await command->child.wait(longest_goodbye);
  drain(talk, out, talk.out);
  drain(talk, err, talk.err);
  if (!plan.command.runtime.host_kernel() && command->files.pid() <= 0) {
    co_return not_started(talk.err);
  }
  if (talk.overflowed && std::holds_alternative<sandbox::Exited>(ending.how)) {
    ending.how = sandbox::Flooded{};
  }
  ending.out = std::move(talk.out);
  ending.err = std::move(talk.err);
  co_return ending;
}

}  // namespace redcode::oci
