// Readiness: waiting for whichever of some descriptors is ready first, and using them without ever
// waiting.
#pragma once

#include <sys/types.h>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <cstdint>
#include <string_view>

#include "base/task.h"

namespace redcode {

// Neither read() nor write() on it waits from now on.
void set_nonblocking(int fd);

// As write(2), but a pipe nobody reads is an error (EPIPE) like any other, and no signal.
ssize_t write_no_sigpipe(int fd, std::string_view bytes);

class Readiness {
 public:
  // Throws Failure{unavailable}.
  explicit Readiness(const asio::any_io_executor& executor);

  // `events` as epoll_ctl(2) has them. A descriptor must be forgotten before it is closed.
  void watch(int fd, std::uint32_t events);
  void forget(int fd);
  // A caller's cancellation ends the wait.
  Task<> wait();

 private:
  asio::posix::stream_descriptor all_;  // an epoll instance, which can be waited for itself
};

}  // namespace redcode
