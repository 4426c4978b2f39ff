#include "oci/exec.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <charconv>
#include <csignal>
#include <cstring>
#include <exception>
#include <optional>
#include <utility>

#include "base/failure.h"
#include "base/random.h"
#include "base/scope.h"
#include "base/shield.h"
#include "base/text.h"
#include "oci/places.h"

namespace redcode::oci {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;
using Stream = asio::posix::stream_descriptor;

constexpr auto longest_start = 60s;   // of the runtime's own work
constexpr auto longest_goodbye = 2s;  // for a killed command to be gone
constexpr std::size_t block_size = 65536;

struct Pipe {
  Fd reading;
  Fd writing;
};

Pipe make_pipe(const ExecPlan& plan) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) {
    throw Failure(Failure::Kind::unavailable, "cannot make a pipe");
  }
  Pipe pipe{.reading = Fd(ends[0]), .writing = Fd(ends[1])};
  // So that the command can open /dev/stdout again.
  if (fchown(pipe.writing.get(), plan.user, plan.group) != 0) {
    throw Failure(Failure::Kind::unavailable, "cannot hand a pipe to the sandbox's user");
  }
  return pipe;
}

// What has come from a command so far, within its budget.
struct Talk {
  Talk(const asio::any_io_executor& executor, std::uint64_t most) : left(most), news(executor) {}

  void take(std::string& into, std::string_view bytes) {
    const std::string_view kept = bytes.substr(0, left);
    into.append(kept);
    left -= kept.size();
    if (kept.size() == bytes.size()) return;
    overflowed = true;
    news.cancel();
  }

  std::uint64_t left;
  asio::steady_timer news;  // cancelled when something happened
  bool overflowed = false;
  bool ended = false;
  std::string out;
  std::string err;
};

Task<> read_stream(Talk& talk, Stream& stream, std::string& into) {
  std::string block(block_size, '\0');
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
  std::string block(block_size, '\0');
  stream.non_blocking(true);
  while (!talk.overflowed) {
    const ssize_t got = ::read(stream.native_handle(), block.data(), block.size());
    if (got <= 0) return;
    talk.take(into, std::string_view(block).substr(0, static_cast<std::size_t>(got)));
  }
}

// A write to a pipe nobody reads raises a signal; here it is an error like any other.
ssize_t write_quietly(int fd, std::string_view bytes) {
  sigset_t pipe_signal{};
  sigset_t before{};
  sigemptyset(&pipe_signal);
  sigaddset(&pipe_signal, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &pipe_signal, &before);
  const ssize_t put = ::write(fd, bytes.data(), bytes.size());
  const int error = errno;
  if (put < 0 && error == EPIPE) {
    const timespec at_once{};
    sigtimedwait(&pipe_signal, nullptr, &at_once);
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = error;
  return put;
}

Task<> write_input(Stream input, std::string bytes) {
  input.non_blocking(true);
  std::string_view rest = bytes;
  while (!rest.empty()) {
    const ssize_t put = write_quietly(input.native_handle(), rest);
    if (put < 0 && errno != EAGAIN) co_return;  // a command need not read its input
    if (put > 0) rest.remove_prefix(static_cast<std::size_t>(put));
    if (put < 0) co_await input.async_wait(Stream::wait_write, asio::use_awaitable);
  }
}

Task<> watch_end(Talk& talk, Child& command) {
  const auto forever = 24h;
  while (!co_await command.wait(forever)) {
  }
  talk.ended = true;
  talk.news.cancel();
}

// Waits for the command's end or an overflow, until `deadline` at the latest.
Task<> wait_for_news(Talk& talk, Clock::time_point deadline) {
  while (!talk.ended && !talk.overflowed && Clock::now() < deadline) {
    boost::system::error_code woken;
    talk.news.expires_at(deadline);
    co_await talk.news.async_wait(asio::redirect_error(asio::use_awaitable, woken));
    const auto cancelled = (co_await asio::this_coro::cancellation_state).cancelled();
    if (cancelled != asio::cancellation_type::none) {
      throw boost::system::system_error(asio::error::operation_aborted);
    }
  }
}

// The files of one command, gone with it.
class CommandFiles {
 public:
  CommandFiles(const std::filesystem::path& folder, const Json& process)
      : stem_(folder / ("exec-" + random_token(8))) {
    write_file(process_file(), dump_json(process));
  }
  CommandFiles(CommandFiles&&) = delete;
  CommandFiles& operator=(CommandFiles&&) = delete;
  CommandFiles(const CommandFiles&) = delete;
  CommandFiles& operator=(const CommandFiles&) = delete;
  ~CommandFiles() {
    for (const auto& file : {process_file(), pid_file(), log_file()}) unlink(file.c_str());
  }

  std::filesystem::path process_file() const { return stem_.string() + ".json"; }
  std::filesystem::path pid_file() const { return stem_.string() + ".pid"; }
  std::filesystem::path log_file() const { return stem_.string() + ".log"; }

 private:
  std::filesystem::path stem_;
};

struct Refusal {
  std::string_view sign;  // in what the runtime says
  int code;
};

// What a runtime says when it is the command's own fault, or its neighbours'.
constexpr std::array refusals = {Refusal{"executable file not found", 127},
                                 Refusal{"no such file or directory", 127},
                                 Refusal{"not a directory", 127},
                                 Refusal{"permission denied", 126},
                                 Refusal{"exec format error", 126},
                                 Refusal{"is a directory", 126},
                                 Refusal{"resource temporarily unavailable", 126},
                                 Refusal{"cannot allocate memory", 126},
                                 Refusal{"argument list too long", 126}};

// How a command that did not start ended. Throws if it is the runtime that failed.
sandbox::Ending not_started(const std::string& said) {
  const std::string plain = lower(said);
  for (const Refusal& refusal : refusals) {
    if (!plain.contains(refusal.sign)) continue;
    sandbox::Ending ending;
    ending.how = sandbox::Exited{refusal.code};
    ending.err = fmt::format("cannot start the command: {}\n", refusal.sign);
    return ending;
  }
  throw Failure(Failure::Kind::unavailable,
                fmt::format("the runtime could not start a command: {}", one_line(said, 300)));
}

pid_t pid_in(const std::filesystem::path& file) {
  const std::string text = read_small_file(file);
  pid_t pid = 0;
  std::from_chars(text.data(), text.data() + text.size(), pid);
  return pid;
}

// The command's standard streams: the host's ends, then the command's.
struct Streams {
  explicit Streams(const ExecPlan& plan) : out(make_pipe(plan)), err(make_pipe(plan)) {
    if (!plan.input.empty()) in = make_pipe(plan);
  }
  SpawnRequest request(std::vector<std::string> argv) const {
    return {.argv = std::move(argv),
            .in = in.reading.get(),
            .out = out.writing.get(),
            .err = err.writing.get()};
  }
  void let_go() {
    in.reading = Fd();
    out.writing = Fd();
    err.writing = Fd();
  }

  Pipe in;
  Pipe out;
  Pipe err;
};

// The command's own first process, started.
Task<std::optional<Child>> start(const ExecPlan& plan, const CommandFiles& files,
                                 const Streams& streams) {
  const Semaphore::Permit permit = co_await plan.gate.enter();
  const Runtime::Exec what{.id = plan.id,
                           .process = files.process_file(),
                           .pid_file = files.pid_file(),
                           .log = files.log_file()};
  Child runtime = spawn(streams.request(plan.runtime.exec(what)));
  if (!plan.runtime.host_kernel()) co_return runtime;
  if (!co_await runtime.wait(longest_start)) {
    throw Failure(Failure::Kind::unavailable, "the runtime hangs");
  }
  const pid_t pid = pid_in(files.pid_file());
  if (runtime.exit_code() != 0 || pid <= 0) co_return std::nullopt;
  co_return Child(pid);
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
  const CommandFiles files(plan.folder, plan.process);
  Streams streams(plan);
  // Cut in two, it would leave a process whose pid nobody knows.
  std::optional<Child> command = co_await shield(start(plan, files, streams));
  streams.let_go();
  Talk talk(executor, plan.output_limit);
  Stream out(executor, streams.out.reading.release());
  Stream err(executor, streams.err.reading.release());
  if (!command) {
    drain(talk, err, talk.err);
    reap_strays();
    co_return not_started(read_small_file(files.log_file()) + talk.err);
  }
  Scope scope(executor);
  scope.spawn(read_stream(talk, out, talk.out));
  scope.spawn(read_stream(talk, err, talk.err));
  scope.spawn(watch_end(talk, *command));
  if (!plan.input.empty()) {
    Stream in(executor, streams.in.writing.release());
    scope.spawn(write_input(std::move(in), std::move(plan.input)));
  }

  sandbox::Ending ending;
  std::exception_ptr failure;
  try {
    ending = co_await supervise(plan, talk, *command);
  } catch (...) {
    failure = std::current_exception();
  }
  scope.cancel();
  // A caller being cancelled must still wait for its children.
  co_await asio::this_coro::throw_if_cancelled(false);
  try {
    co_await scope.join();
  } catch (const boost::system::system_error&) {  // NOLINT(bugprone-empty-catch): stopped by us
  }
  co_await asio::this_coro::throw_if_cancelled(true);
  if (failure) std::rethrow_exception(failure);
  if (!talk.ended) co_await command->wait(longest_goodbye);
  drain(talk, out, talk.out);
  drain(talk, err, talk.err);
  if (!plan.runtime.host_kernel() && pid_in(files.pid_file()) <= 0) {
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
