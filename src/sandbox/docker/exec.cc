#include "sandbox/docker/exec.h"

#include <fcntl.h>

#include <algorithm>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <exception>
#include <iterator>
#include <memory>
#include <optional>
#include <utility>

#include "base/event.h"
#include "base/failure.h"
#include "base/scope.h"
#include "base/scope_exit.h"
#include "base/with_background.h"
#include "sandbox/docker/exec_calls.h"
#include "sandbox/docker/frames.h"

namespace redcode::docker {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr auto longest_goodbye = 1s;  // for the stream to end after a kill

// A command's stream, and what has come of it.
struct Talk {
  Talk(const asio::any_io_executor& executor, std::unique_ptr<http::Connection> opened,
       std::uint64_t most)
      : connection(std::move(opened)), frames(most), news(executor) {}

  bool over() const { return ended || frames.overflowed(); }
  void require_sandbox() const {
    if (dead) throw Failure(Failure::Kind::unavailable, "the sandbox died");
  }

  std::unique_ptr<http::Connection> connection;
  Frames frames;
  Event news;        // something happened
  bool fed = false;  // it gets input
  bool ended = false;
  bool dead = false;  // the sandbox's first process is
};

// The next bytes, "" at the end of the stream. A daemon that closes it on input which a command did
// not read resets it (Podman): after a whole frame that is an end like any other.
Task<std::string> next_bytes(Talk& talk) {
  std::string bytes;
  try {
    bytes = co_await talk.connection->read_raw();
  } catch (const Failure& failure) {
    const bool reset =
        talk.fed && talk.frames.whole() && failure.kind() == Failure::Kind::unavailable;
    if (!reset) throw;
  }
  co_return bytes;
}

Task<> read_output(Talk& talk) {
  const ScopeExit ended([&talk] {
    talk.ended = true;
    talk.news.set();
  });
  while (true) {
    const std::string bytes = co_await next_bytes(talk);
    if (bytes.empty()) co_return;
    talk.frames.feed(bytes);
    if (talk.frames.overflowed()) talk.news.set();
  }
}

Task<> write_input(Talk& talk, std::string input) {
  try {
    co_await talk.connection->write_raw(input);
    talk.connection->finish_writing();
  } catch (const Failure&) {  // NOLINT(bugprone-empty-catch): a command need not read its input
  }
}

// A stream need not end with its sandbox: gVisor leaves it hanging.
Task<> watch_for_death(Talk& talk, int init) {
  asio::posix::stream_descriptor descriptor(co_await asio::this_coro::executor,
                                            fcntl(init, F_DUPFD_CLOEXEC, 0));
  co_await descriptor.async_wait(asio::posix::stream_descriptor::wait_read, asio::use_awaitable);
  talk.dead = true;
  talk.news.set();
}

// Waits for the end of the stream or an overflow, until `deadline` at the latest. Throws Failure
// when the sandbox dies meanwhile.
Task<> wait_for_news(Talk& talk, Clock::time_point deadline, bool overflow_counts) {
  while (!talk.dead && !talk.ended && !(overflow_counts && talk.over()) &&
         Clock::now() < deadline) {
    co_await talk.news.wait_until(deadline);
  }
  talk.require_sandbox();
}

// The exit code once the command has ended; nothing at `deadline`.
Task<std::optional<int>> exit_code(const Api& api, const Talk& talk, std::string exec_id,
                                   Clock::time_point deadline) {
  EnoughState ended = [&talk](const ExecState& state) {
    if (state.code) return true;
    if (!state.running) {
      throw Failure(Failure::Kind::corrupt, "the container daemon lost a command's exit code");
    }
    talk.require_sandbox();
    return false;
  };
  const ExecState state =
      co_await await_exec_state(api, std::move(exec_id), std::move(ended), deadline);
  co_return state.code;
}

// Waits for the command to end and sees to it that it does.
Task<sandbox::Ending> supervise(const Api& api, Talk& talk, std::string exec_id,
                                const ExecLimits& limits) {
  const auto deadline = Clock::now() + limits.time;
  sandbox::Ending ending;
  co_await wait_for_news(talk, deadline, true);
  std::optional<int> code;
  // A program that closed its output may still be running: the stream's end is not its end.
  if (talk.ended && !talk.frames.overflowed())
    code = co_await exit_code(api, talk, exec_id, deadline);
  if (code) {
    ending.how = sandbox::Exited{*code};
    co_return ending;
  }
  if (talk.frames.overflowed()) {
    ending.how = sandbox::Flooded{};
  } else {
    ending.how = sandbox::TimedOut{};
  }
  if (!limits.end_all) {
    throw Failure(Failure::Kind::unavailable, "a command went over its limits and goes on");
  }
  co_await limits.end_all();
  co_await wait_for_news(talk, Clock::now() + longest_goodbye, false);
  co_return ending;
}

}  // namespace

Task<sandbox::Ending> exec_in_container(const Api& api, std::string container,
                                        sandbox::Command command, ExecLimits limits) {
  const auto executor = co_await asio::this_coro::executor;
  std::string input = std::exchange(command.stdin_bytes, {});
  const ExecWish wish{.container = std::move(container),
                      .command = std::move(command),
                      .user = limits.user,
                      .fed = !input.empty()};
  const std::string exec_id = co_await create_exec(api, wish);
  auto connection = co_await api.attach(exec_id, limits.time + 60s);
  Talk talk(executor, std::move(connection), limits.output);
  talk.fed = wish.fed;
  const auto streams = [&](Scope& scope) {
    scope.spawn(read_output(talk));
    if (limits.init >= 0) scope.spawn(watch_for_death(talk, limits.init));
    if (talk.fed) scope.spawn(write_input(talk, std::move(input)));
  };

  sandbox::Ending ending =
      co_await with_background<sandbox::Ending>(streams, supervise(api, talk, exec_id, limits));
  ending.out = std::move(talk.frames.out);
  ending.err = std::move(talk.frames.err);
  co_return ending;
}

std::vector<std::string> on_terminal(const std::string& container, const std::string& user,
                                     std::vector<std::string> argv) {
  std::vector<std::string> words = {"docker", "exec", "--interactive", "--tty",
                                    "--user", user,   container};
  std::ranges::move(argv, std::back_inserter(words));
  return words;
}

}  // namespace redcode::docker
