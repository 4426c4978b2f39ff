#include "sandbox/oci/process.h"

#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <array>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/this_coro.hpp>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "base/failure.h"
#include "base/readiness.h"
#include "base/small_file.h"
#include "base/text.h"
#include "base/uncancellable.h"
#include "base/with_timeout.h"
#include "sandbox/init_process.h"
#include "sandbox/oci/runtime.h"

namespace redcode::oci {
namespace {

using namespace std::chrono_literals;

constexpr auto grace = 1s;

// Kills a program; one with a kernel of its own only that can kill.
class Killer {
 public:
  Killer(Runtime runtime, std::string id) : runtime_(std::move(runtime)), id_(std::move(id)) {}

  bool host_kernel() const { return runtime_.host_kernel(); }

  Task<> kill(RunningCommand& command) const {
    if (runtime_.host_kernel()) {
      command.child.kill();
      co_return;
    }
    Child killing({.argv = runtime_.kill(id_, command.files.pid())});
    co_await killing.wait(longest_end);
  }

  void kill_blocking(RunningCommand& command) const noexcept {
    try {
      if (runtime_.host_kernel()) return;  // Child does it
      Child killing({.argv = runtime_.kill(id_, command.files.pid())});
      killing.wait_blocking(1s);
    } catch (...) {  // NOLINT(bugprone-empty-catch): it ends with its sandbox at the latest
    }
  }

 private:
  Runtime runtime_;
  std::string id_;
};

class RunningProcess final : public sandbox::Process {
 public:
  RunningProcess(const asio::any_io_executor& executor, std::unique_ptr<RunningCommand> command,
                 Killer killer, pid_t init)
      : command_(std::move(command)),
        killer_(std::move(killer)),
        init_(init),
        readable_(executor),
        writable_(executor),
        end_(executor, fcntl(command_->child.pidfd(), F_DUPFD_CLOEXEC, 0)) {
    for (const int fd : {command_->out.get(), command_->err.get(), command_->in.get()}) {
      set_nonblocking(fd);
    }
    readable_.watch(command_->out.get(), EPOLLIN);
    readable_.watch(command_->err.get(), EPOLLIN);
    readable_.watch(command_->child.pidfd(), EPOLLIN);
    writable_.watch(command_->in.get(), EPOLLOUT);
    writable_.watch(command_->child.pidfd(), EPOLLIN);
    reap_at_end();
  }
  RunningProcess(RunningProcess&&) = delete;
  RunningProcess& operator=(RunningProcess&&) = delete;
  RunningProcess(const RunningProcess&) = delete;
  RunningProcess& operator=(const RunningProcess&) = delete;
  ~RunningProcess() override {
    if (!over() && init_.lives()) killer_.kill_blocking(*command_);
  }

  Task<bool> write(std::string bytes) override {
    std::string_view rest = bytes;
    while (!rest.empty()) {
      const bool was_over = over();
      const ssize_t put = write_no_sigpipe(command_->in.get(), rest);
      if (put < 0 && (errno != EAGAIN || was_over)) co_return false;
      if (put > 0) rest.remove_prefix(static_cast<std::size_t>(put));
      if (put < 0) co_await writable_.wait();
    }
    co_return true;
  }

  void finish_writing() override {
    writable_.forget(command_->in.get());
    command_->in = Fd();
  }

  Task<std::optional<Piece>> read() override {
    while (command_->out || command_->err) {
      co_await readable_.wait();
      // Asked first: what is in the pipes then is all that it said.
      const bool was_over = over();
      if (std::optional<Piece> piece = take()) co_return piece;
      if (was_over) break;
    }
    co_await require_sandbox();
    co_return std::nullopt;
  }

  Task<int> end() override {
    Child& child = command_->child;
    // One that closed its streams is most likely about to end by itself.
    if (!command_->out && !command_->err) co_await child.wait(grace);
    if (!over() && init_.lives()) co_await killer_.kill(*command_);
    if (!co_await child.wait(longest_end)) fail("a program in the sandbox cannot be killed");
    // A runtime whose sandbox is gone cannot tell.
    if (!killer_.host_kernel() && !init_.lives()) co_return 128 + SIGKILL;
    co_return child.exit_code().value_or(0);
  }

 private:
  bool over() { return command_->child.exit_code().has_value(); }

  // At once, whether anybody reads or not: the dead of a sandbox that nobody reaped keep its first
  // process from ending.
  void reap_at_end() {
    const std::weak_ptr<RunningCommand> command = command_;
    end_.async_wait(asio::posix::stream_descriptor::wait_read,
                    [this, command](boost::system::error_code error) {
                      const bool gone = error || command.expired();
                      // The descriptor is said to be ready too early at times.
                      if (!gone && !over()) reap_at_end();
                    });
  }

  // What one of the pipes has by now; they take turns, so that neither starves.
  std::optional<Piece> take() {
    for (int tries = 0; tries < 2; ++tries) {
      turn_ = turn_ == Stream::out ? Stream::err : Stream::out;
      Fd& fd = turn_ == Stream::out ? command_->out : command_->err;
      if (!fd) continue;
      const ssize_t got = ::read(fd.get(), block_.data(), block_.size());
      if (got > 0) {
        return Piece{.stream = turn_,
                     .bytes = std::string(block_.data(), static_cast<std::size_t>(got))};
      }
      if (got < 0 && errno == EAGAIN) continue;
      readable_.forget(fd.get());
      fd = Fd();
    }
    return std::nullopt;
  }

  // What kills a sandbox kills the programs in it: that is not their end.
  Task<> require_sandbox() {
    const sandbox::Ending ending{.how = sandbox::Exited{command_->child.exit_code().value_or(0)}};
    co_await sandbox::let_death_show(ending);
    if (!init_.lives()) fail("the sandbox died");
  }

  std::shared_ptr<RunningCommand> command_;  // nobody else's; watched by reap_at_end()
  Killer killer_;
  sandbox::InitProcess init_;
  Readiness readable_;
  Readiness writable_;
  asio::posix::stream_descriptor end_;
  Stream turn_ = Stream::err;
  std::array<char, pipe_size> block_ = {};
};

// Waits until a runtime that stays with its command has told of its start, or is gone. True, so
// that it can be waited for.
Task<bool> wait_for_start(const CommandPlan& plan, RunningCommand& command) {
  Readiness news(co_await asio::this_coro::executor);
  const Fd changes(inotify_init1(IN_CLOEXEC | IN_NONBLOCK));
  if (!changes || inotify_add_watch(changes.get(), plan.folder.c_str(),
                                    IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_TO) < 0) {
    fail("cannot watch a sandbox's folder");
  }
  news.watch(changes.get(), EPOLLIN);
  news.watch(command.child.pidfd(), EPOLLIN);
  std::array<char, 4096> ignored{};
  while (command.files.pid() <= 0 && !command.child.exit_code()) {
    co_await news.wait();
    while (::read(changes.get(), ignored.data(), ignored.size()) > 0) {
    }
  }
  co_return true;
}

// What there is to read from a pipe whose writer is gone, of a message's length.
std::string said_on(const Fd& pipe) {
  std::string text(4096, '\0');
  set_nonblocking(pipe.get());
  const ssize_t got = ::read(pipe.get(), text.data(), text.size());
  text.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
  return text;
}

}  // namespace

Task<std::unique_ptr<sandbox::Process>> start_in_sandbox(CommandPlan plan, pid_t init,
                                                         std::chrono::milliseconds limit) {
  const auto executor = co_await asio::this_coro::executor;
  plan.fed = true;
  std::unique_ptr<RunningCommand> command = co_await start_command(plan);
  const bool stays = !plan.runtime.host_kernel();
  if (stays && !co_await uncancellable(with_timeout(limit, wait_for_start(plan, *command)))) {
    fail("the runtime hangs");
  }
  if (!command->started() || (stays && command->files.pid() <= 0)) {
    const std::string said = read_small_file(command->files.log_file()) + said_on(command->err);
    fail(std::string(trim(not_started(said).err)));
  }
  co_return std::make_unique<RunningProcess>(executor, std::move(command),
                                             Killer(plan.runtime, plan.id), init);
}

}  // namespace redcode::oci
