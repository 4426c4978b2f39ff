#include "sandbox/docker_exec.h"

#include <fmt/format.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <csignal>
#include <exception>
#include <memory>
#include <utility>

#include "base/failure.h"
#include "base/fd.h"
#include "base/scope.h"
#include "sandbox/frames.h"

namespace redcode::sandbox {
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

  std::unique_ptr<http::Connection> connection;
  Frames frames;
  asio::steady_timer news;  // cancelled when something happened
  bool ended = false;
};

// Says that the stream has ended, however it ended.
class SaysEnded {
 public:
  explicit SaysEnded(Talk& talk) : talk_(talk) {}
  SaysEnded(SaysEnded&&) = delete;
  SaysEnded& operator=(SaysEnded&&) = delete;
  SaysEnded(const SaysEnded&) = delete;
  SaysEnded& operator=(const SaysEnded&) = delete;
  ~SaysEnded() {
    talk_.ended = true;
    talk_.news.cancel();
  }

 private:
  Talk& talk_;
};

Task<> read_output(Talk& talk) {
  const SaysEnded at_the_end(talk);
  while (true) {
    const std::string bytes = co_await talk.connection->read_raw();
    if (bytes.empty()) co_return;
    talk.frames.feed(bytes);
    if (talk.frames.overflowed()) talk.news.cancel();
  }
}

Task<> write_input(Talk& talk, std::string input) {
  try {
    co_await talk.connection->write_raw(input);
    talk.connection->finish_writing();
  } catch (const Failure&) {  // NOLINT(bugprone-empty-catch): a command need not read its input
  }
}

// Waits for the end of the stream or an overflow, until `deadline` at the latest.
Task<> wait_for_news(Talk& talk, Clock::time_point deadline, bool overflow_counts) {
  while (!talk.ended && !(overflow_counts && talk.over()) && Clock::now() < deadline) {
    boost::system::error_code woken;
    talk.news.expires_at(deadline);
    co_await talk.news.async_wait(asio::redirect_error(asio::use_awaitable, woken));
    const auto cancelled = (co_await asio::this_coro::cancellation_state).cancelled();
    if (cancelled != asio::cancellation_type::none) {
      throw boost::system::system_error(asio::error::operation_aborted);
    }
  }
}

bool has_ended(const Json& state) {
  return !member_or(state, "Running", true) && state.contains("ExitCode") &&
         state.at("ExitCode").is_number_integer();
}

// Kills the command's first process, if the daemon tells its pid by now. That pid is checked again
// after it was pinned, so that no other process can be hit in its place.
Task<bool> try_to_kill(const DockerApi& api, std::string exec_path, pid_t pid) {
  const Fd pinned(static_cast<int>(syscall(SYS_pidfd_open, pid, 0)));
  const Json after = co_await api.get(exec_path);
  const bool same = member_or<pid_t>(after, "Pid", 0) == pid && member_or(after, "Running", false);
  if (pinned && same) syscall(SYS_pidfd_send_signal, pinned.get(), SIGKILL, nullptr, 0);
  co_return pinned&& same;
}

// A command can flood its output before the daemon has noted that it runs, so this may take some
// looks.
Task<> kill_command(const DockerApi& api, std::string exec_path) {
  asio::steady_timer pause(co_await asio::this_coro::executor);
  const auto deadline = Clock::now() + 5s;
  while (Clock::now() < deadline) {
    const Json state = co_await api.get(exec_path);
    if (has_ended(state)) co_return;
    const auto pid = member_or<pid_t>(state, "Pid", 0);
    if (pid > 1 && co_await try_to_kill(api, exec_path, pid)) co_return;
    pause.expires_after(5ms);
    co_await pause.async_wait(asio::use_awaitable);
  }
}

// The exit code once the command has ended; nothing at `deadline`.
Task<std::optional<int>> exit_code(const DockerApi& api, std::string exec_path,
                                   Clock::time_point deadline) {
  asio::steady_timer pause(co_await asio::this_coro::executor);
  auto step = 2ms;
  while (true) {
    const Json state = co_await api.get(exec_path);
    if (has_ended(state)) co_return state.at("ExitCode").get<int>();
    if (!member_or(state, "Running", true)) {
      throw Failure(Failure::Kind::corrupt, "the container daemon lost a command's exit code");
    }
    if (Clock::now() >= deadline) co_return std::nullopt;
    pause.expires_after(step);
    co_await pause.async_wait(asio::use_awaitable);
    step = std::min(step * 2, 100ms);
  }
}

// Waits for the command to end and sees to it that it does.
Task<Ending> supervise(const DockerApi& api, Talk& talk, std::string exec_path, ExecLimits limits) {
  const auto deadline = Clock::now() + limits.time;
  Ending ending;
  co_await wait_for_news(talk, deadline, true);
  std::optional<int> code;
  // A program that closed its output may still be running: the stream's end is not its end.
  if (talk.ended && !talk.frames.overflowed()) code = co_await exit_code(api, exec_path, deadline);
  if (code) {
    ending.how = Exited{*code};
    co_return ending;
  }
  if (talk.frames.overflowed()) {
    ending.how = Flooded{};
  } else {
    ending.how = TimedOut{};
  }
  co_await kill_command(api, exec_path);
  co_await wait_for_news(talk, Clock::now() + longest_goodbye, false);
  co_return ending;
}

Task<std::string> create_exec(const DockerApi& api, const std::string& container,
                              const Command& command) {
  const Json body = {{"AttachStdin", !command.stdin_bytes.empty()},
                     {"AttachStdout", true},
                     {"AttachStderr", true},
                     {"Tty", false},
                     {"Cmd", command.argv},
                     {"WorkingDir", command.working_dir}};
  const Json created = co_await api.post(fmt::format("/containers/{}/exec", container), body);
  co_return member_or<std::string>(created, "Id", "");
}

}  // namespace

Task<Ending> exec_in_container(const DockerApi& api, std::string container, Command command,
                               ExecLimits limits) {
  const auto executor = co_await asio::this_coro::executor;
  const std::string exec_id = co_await create_exec(api, container, command);
  const std::string exec_path = fmt::format("/exec/{}/json", exec_id);
  auto connection = co_await api.attach(exec_id, limits.time + 60s);
  Talk talk(executor, std::move(connection), limits.output);
  Scope scope(executor);
  scope.spawn(read_output(talk));
  if (!command.stdin_bytes.empty()) scope.spawn(write_input(talk, std::move(command.stdin_bytes)));

  Ending ending;
  std::exception_ptr failure;
  try {
    ending = co_await supervise(api, talk, exec_path, limits);
  } catch (...) {
    failure = std::current_exception();
  }
  const bool stopped_by_us = !talk.ended || scope.running() > 0;
  scope.cancel();
  // A caller being cancelled must still wait for its children.
  co_await asio::this_coro::throw_if_cancelled(false);
  try {
    co_await scope.join();
  } catch (const boost::system::system_error&) {
    if (!stopped_by_us && !failure) failure = std::current_exception();
  } catch (...) {
    if (!failure) failure = std::current_exception();
  }
  co_await asio::this_coro::throw_if_cancelled(true);
  if (failure) std::rethrow_exception(failure);
  ending.out = std::move(talk.frames.out);
  ending.err = std::move(talk.frames.err);
  co_return ending;
}

}  // namespace redcode::sandbox
