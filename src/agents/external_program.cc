#include "agents/external_program.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/epoll.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <utility>

#include "base/failure.h"
#include "base/with_timeout.h"

namespace redcode::agents {
namespace {

constexpr std::size_t most_heard = std::size_t{64} << 20U;  // on both streams
constexpr std::size_t kept_complaints = 4'096;
constexpr std::chrono::milliseconds moment{5'000};

struct Pipe {
  Fd reading;
  Fd writing;
};

Pipe make_pipe() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0)
    throw Failure(Failure::Kind::unavailable, "cannot make a pipe");
  return {.reading = Fd(ends[0]), .writing = Fd(ends[1])};
}

// True, so that it can be waited for.
Task<bool> wait_for(int fd) {
  Readiness ready(co_await asio::this_coro::executor);
  ready.watch(fd, EPOLLIN);
  co_await ready.wait();
  co_return true;
}

}  // namespace

OwnProgram::OwnProgram(const asio::any_io_executor& executor, const std::vector<std::string>& argv)
    : ready_(executor) {
  Pipe in = make_pipe();
  Pipe out = make_pipe();
  Pipe err = make_pipe();
  child_ = Child({.argv = argv,
                  .in = in.reading.get(),
                  .out = out.writing.get(),
                  .err = err.writing.get(),
                  .environment = ChildRequest::Environment::ours});
  in_ = std::move(in.writing);
  out_ = std::move(out.reading);
  err_ = std::move(err.reading);
  for (const int fd : {in_.get(), out_.get(), err_.get()}) set_nonblocking(fd);
  for (const int fd : {out_.get(), err_.get(), child_.pidfd()}) ready_.watch(fd, EPOLLIN);
}

Task<std::optional<std::string>> OwnProgram::next_line() {
  while (lines_.empty() && out_) {
    push_input();
    co_await ready_.wait();
    // Asked first: what is in the pipes then is all that it said.
    const bool ended = has_ended();
    const bool complained = take_complaints();
    const bool spoke = take_output();
    if (ended && !complained && !spoke) close_output();
  }
  if (lines_.empty()) co_return std::nullopt;
  std::string line = std::move(lines_.front());
  lines_.pop_front();
  co_return line;
}

Task<int> OwnProgram::end() {
  drop_input();
  co_await with_timeout(moment, wait_for(child_.pidfd()));
  while (take_complaints()) {
  }
  // In this order: until it is waited for, its group's number is its own.
  child_.kill();
  co_return co_await child_.ended();
}

bool OwnProgram::has_ended() const {
  pollfd state{.fd = child_.pidfd(), .events = POLLIN, .revents = 0};
  return poll(&state, 1, 0) > 0;
}

void OwnProgram::push_input() {
  while (in_ && !input_.empty()) {
    const ssize_t put = write_no_sigpipe(in_.get(), input_);
    if (put < 0 && errno == EAGAIN) break;
    if (put < 0) return drop_input();
    input_.erase(0, static_cast<std::size_t>(put));
  }
  const bool waits = in_ && !input_.empty();
  if (waits == watches_input_) return;
  if (waits) ready_.watch(in_.get(), EPOLLOUT);
  if (!waits && in_) ready_.forget(in_.get());
  watches_input_ = waits;
}

void OwnProgram::drop_input() {
  input_.clear();
  if (watches_input_) ready_.forget(in_.get());
  watches_input_ = false;
  in_ = Fd();
}

void OwnProgram::close_output() {
  if (out_) ready_.forget(out_.get());
  out_ = Fd();
  for (std::string& line : splitter_.feed("\n")) lines_.push_back(std::move(line));
}

bool OwnProgram::take_output() {
  const std::string_view bytes = take(out_);
  if (!out_) close_output();
  for (std::string& line : splitter_.feed(bytes)) lines_.push_back(std::move(line));
  return !bytes.empty();
}

bool OwnProgram::take_complaints() {
  const std::string_view bytes = take(err_);
  complaints_ += bytes;
  if (complaints_.size() > kept_complaints)
    complaints_.erase(0, complaints_.size() - kept_complaints);
  return !bytes.empty();
}

std::string_view OwnProgram::take(Fd& end) {
  if (!end) return {};
  const ssize_t got = ::read(end.get(), block_.data(), block_.size());
  if (got < 0 && errno == EAGAIN) return {};
  if (got <= 0) {
    ready_.forget(end.get());
    end = Fd();
    return {};
  }
  const auto size = static_cast<std::size_t>(got);
  heard_ += size;
  if (heard_ > most_heard) throw Failure(Failure::Kind::corrupt, "the agent says too much");
  return {block_.data(), size};
}

}  // namespace redcode::agents
