#include "base/readiness.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/epoll.h>
#include <unistd.h>

#include <boost/asio/use_awaitable.hpp>
#include <csignal>
#include <cstring>

#include "base/failure.h"
#include "base/fd.h"

namespace redcode {
namespace {

[[noreturn]] void fail() {
  throw Failure(Failure::Kind::unavailable,
                fmt::format("cannot wait for a program: {}", std::strerror(errno)));
}

}  // namespace

void set_nonblocking(int fd) { fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK); }

ssize_t write_no_sigpipe(int fd, std::string_view bytes) {
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

Readiness::Readiness(const asio::any_io_executor& executor) : all_(executor) {
  Fd epoll(epoll_create1(EPOLL_CLOEXEC));
  if (!epoll) fail();
  all_.assign(epoll.release());
}

void Readiness::watch(int fd, std::uint32_t events) {
  epoll_event event{.events = events, .data = {.fd = fd}};
  if (epoll_ctl(all_.native_handle(), EPOLL_CTL_ADD, fd, &event) != 0) fail();
}

void Readiness::forget(int fd) { epoll_ctl(all_.native_handle(), EPOLL_CTL_DEL, fd, nullptr); }

Task<> Readiness::wait() {
  co_await all_.async_wait(asio::posix::stream_descriptor::wait_read, asio::use_awaitable);
}

}  // namespace redcode
