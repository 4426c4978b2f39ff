#include "interrupt.h"

#include <csignal>
#include <utility>

namespace redcode::app {

Interrupt::Interrupt(const asio::any_io_executor& executor, Out& out, std::function<void()> stop)
    : signals_(executor, SIGINT, SIGTERM), out_(out), stop_(std::move(stop)) {
  wait();
}

void Interrupt::wait() {
  signals_.async_wait([this](boost::system::error_code cancelled, int) {
    if (cancelled) return;
    if (++times_ == 1) {
      out_.trouble("Stopping and cleaning up.");
      stop_();
    } else {
      out_.trouble("Still cleaning up; nothing is left behind if you wait.");
    }
    wait();
  });
}

}  // namespace redcode::app
