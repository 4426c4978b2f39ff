#include "sandbox/docker/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <boost/asio/experimental/awaitable_operators.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <chrono>
#include <csignal>
#include <exception>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include "base/failure.h"
#include "base/fd.h"
#include "base/run.h"
#include "base/scope.h"
#include "base/scope_exit.h"
#include "base/text.h"
#include "base/uncancellable.h"
#include "base/with_background.h"
#include "sandbox/docker/frames.h"

namespace redcode::docker {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;
using Descriptor = asio::posix::stream_descriptor;

constexpr auto longest_start = 60s;
constexpr auto longest_end = 20s;

std::string pid_namespace(pid_t pid) {
  std::error_code gone;
  return std::filesystem::read_symlink(fmt::format("/proc/{}/ns/pid", pid), gone).string();
}

// Empty if `pid` is no process of the sandbox whose first one is `init`.
Fd pinned(pid_t pid, pid_t init) {
  if (pid <= 0 || init <= 0) return {};
  Fd pin(static_cast<int>(syscall(SYS_pidfd_open, pid, 0)));
  const std::string inside = pid_namespace(init);
  const bool ours = !inside.empty() && pid_namespace(pid) == inside;
  return ours ? std::move(pin) : Fd();
}

class AttachedProcess final : public sandbox::Process {
 public:
  AttachedProcess(ProcessPlan plan, std::string exec_id, Fd pin,
                  std::unique_ptr<http::Connection> connection)
      : plan_(std::move(plan)),
        exec_id_(std::move(exec_id)),
        pin_(std::move(pin)),
        connection_(std::move(connection)) {}
  AttachedProcess(AttachedProcess&&) = delete;
  AttachedProcess& operator=(AttachedProcess&&) = delete;
  AttachedProcess(const AttachedProcess&) = delete;
  AttachedProcess& operator=(const AttachedProcess&) = delete;
  ~AttachedProcess() override {
    if (over_ || kill_pinned()) return;
    try {
      run(plan_.abandon());
    } catch (...) {  // NOLINT(bugprone-empty-catch): it ends with its sandbox at the latest
    }
  }

  Task<bool> write(std::string bytes) override {
    if (ended_) co_return false;  // a daemon may leave what comes now unread without a word
    bool written = true;
    try {
      co_await connection_->write_raw(bytes);
    } catch (const Failure&) {
      written = false;
    }
    co_return written;
  }

  void finish_writing() override {
    connection_->finish_writing();
    finished_ = true;
  }

  Task<std::optional<Piece>> read() override {
    reading_ = true;
    const ScopeExit done([this] { reading_ = false; });
    while (!ended_) {
      if (const auto payload = cutter_.next(rest_)) co_return piece_of(*payload);
      bytes_ = co_await next_bytes();
      rest_ = bytes_;
      ended_ = bytes_.empty();
    }
    co_await plan_.require_running();
    co_return std::nullopt;
  }

  Task<int> end() override {
    if (!co_await sandbox_lives()) co_return killed_with_sandbox();
    // One that closed its streams is most likely about to end by itself, and so may one be that has
    // no more input; where it cannot be ended alone, that is worth more time: a daemon takes two
    // seconds to tell of an end if a stream is still held open inside.
    const auto patience = finished_ && !pin_ ? 3000ms : 0ms;
    const auto grace = ended_ ? std::max(patience, 1000ms) : patience;
    const auto draining = [this](Scope& scope) {
      if (!reading_ && !std::exchange(ended_, true)) scope.spawn(drain());
    };
    const std::optional<int> code =
        co_await with_background<std::optional<int>>(draining, kill_and_wait(grace));
    if (!code) fail("a program in the sandbox cannot be killed");
    over_ = true;
    co_return *code;
  }

 private:
  static Piece piece_of(const FrameCutter::Payload& payload) {
    const bool is_err = payload.stream == FrameCutter::Stream::err;
    return {.stream = is_err ? Stream::err : Stream::out, .bytes = std::string(payload.bytes)};
  }

  bool kill_pinned() const {
    return pin_ &&
           (syscall(SYS_pidfd_send_signal, pin_.get(), SIGKILL, nullptr, 0) == 0 || errno == ESRCH);
  }

  // A daemon with words for us that nobody takes may not do what else it is asked (with gVisor).
  Task<> drain() {
    try {
      while (!(co_await connection_->read_raw()).empty()) {
      }
    } catch (const Failure&) {  // NOLINT(bugprone-empty-catch): then there are no more
    }
  }

  Task<std::optional<int>> kill_and_wait(std::chrono::milliseconds grace) {
    const EnoughState ended = [](const ExecState& now) { return now.code.has_value(); };
    ExecState state = co_await await_exec_state(plan_.api, exec_id_, ended, Clock::now() + grace);
    if (state.code) co_return state.code;
    if (!kill_pinned()) co_await plan_.end_all();
    state = co_await await_exec_state(plan_.api, exec_id_, ended, Clock::now() + longest_end);
    co_return state.code;
  }

  Task<bool> sandbox_lives() const {
    bool lives = true;
    try {
      co_await plan_.require_running();
    } catch (const Failure&) {
      lives = false;
    }
    co_return lives;
  }

  int killed_with_sandbox() {
    over_ = true;
    return 128 + SIGKILL;
  }

  // The next bytes of the stream, "" at its end.
  Task<std::string> next_bytes() {
    using namespace asio::experimental::awaitable_operators;
    std::string bytes;
    std::exception_ptr failure;
    if (plan_.death < 0) {
      failure = co_await read_into(bytes);
    } else {
      Descriptor death(co_await asio::this_coro::executor, fcntl(plan_.death, F_DUPFD_CLOEXEC, 0));
      const auto first = co_await (read_into(bytes) ||
                                   death.async_wait(Descriptor::wait_read, asio::use_awaitable));
      if (first.index() == 1) fail("the sandbox died");
      failure = std::get<0>(first);
    }
    if (failure) std::rethrow_exception(failure);
    co_return bytes;
  }

  // A daemon that closes a stream on input which a program did not read resets it (Podman): after a
  // whole frame that is an end like any other.
  Task<std::exception_ptr> read_into(std::string& bytes) {
    try {
      bytes = co_await connection_->read_raw();
    } catch (const Failure& failure) {
      const bool reset = cutter_.whole() && failure.kind() == Failure::Kind::unavailable;
      if (!reset) co_return std::current_exception();
    } catch (...) {
      co_return std::current_exception();
    }
    co_return nullptr;
  }

  ProcessPlan plan_;
  std::string exec_id_;
  Fd pin_;  // the program; empty where it is not this host's
  std::unique_ptr<http::Connection> connection_;
  bool over_ = false;      // the program is
  bool ended_ = false;     // the stream has, for whoever reads
  bool finished_ = false;  // there is no more input
  bool reading_ = false;
  FrameCutter cutter_;
  std::string bytes_;      // what came last
  std::string_view rest_;  // of it
};

// What the daemon says on the stream of a command that did not start.
Task<std::string> words_on(http::Connection& connection) {
  constexpr std::size_t longest_words = 4096;
  Frames frames(longest_words);
  while (!frames.overflowed()) {
    const std::string bytes = co_await connection.read_raw();
    if (bytes.empty()) break;
    frames.feed(bytes);
  }
  co_return one_line(frames.out + frames.err, 300);
}

Task<std::unique_ptr<sandbox::Process>> start(ProcessPlan plan) {
  const std::string exec_id = co_await create_exec(plan.api, plan.wish);
  auto connection = co_await plan.api.attach(exec_id);
  EnoughState begun = [](const ExecState& state) { return state.pid > 0 || state.code; };
  const ExecState state =
      co_await await_exec_state(plan.api, exec_id, std::move(begun), Clock::now() + longest_start);
  if (state.pid <= 0 && !state.code) fail("a program in the sandbox does not start");
  if (state.pid <= 0 && (state.code == 126 || state.code == 127)) {
    fail("cannot start the command: " + co_await words_on(*connection));
  }
  Fd pin = pinned(state.pid, plan.init);
  co_return std::make_unique<AttachedProcess>(std::move(plan), exec_id, std::move(pin),
                                              std::move(connection));
}

}  // namespace

Task<std::unique_ptr<sandbox::Process>> start_in_container(ProcessPlan plan) {
  // Cut in two, it would leave a program that nobody ends.
  co_return co_await uncancellable(start(std::move(plan)));
}

}  // namespace redcode::docker
