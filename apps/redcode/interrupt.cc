#include "interrupt.h"

#include <csignal>
#include <utility>

namespace redcode::app {

Interrupt::Interrupt(asio::any_io_executor executor, Out& out, std::function<void()> stop,
                     std::function<std::size_t()> left)
    : signals_(std::move(executor), SIGINT, SIGTERM),
      out_(out),
      stop_(std::move(stop)),
      left_(std::move(left)) {
  wait();
}

void Interrupt::wait() {
  signals_.async_wait([this](boost::system::error_code cancelled, int) {
    if (cancelled) return;
    if (++times_ == 1) {
      out_.trouble("Stopping: no new trials; removing {} sandboxes.", left_());
      stop_();
    } else {
      out_.trouble("Still removing {} sandboxes; nothing is left behind if you wait.", left_());
    }
    wait();
  });
}

}  // namespace redcode::app
