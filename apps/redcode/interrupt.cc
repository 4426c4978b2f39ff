#include "interrupt.h"

#include <boost/asio/signal_set.hpp>
#include <csignal>
#include <utility>

namespace redcode::app {

struct Interrupt::State {
  State(const asio::any_io_executor& executor, Out& to, std::function<void()> stopper)
      : signals(executor, SIGINT, SIGTERM), out(to), stop(std::move(stopper)) {}

  asio::signal_set signals;
  Out& out;
  std::function<void()> stop;
  int times = 0;
  bool ignored = false;
};

Interrupt::Interrupt(const asio::any_io_executor& executor, Out& out, std::function<void()> stop)
    : state_(std::make_shared<State>(executor, out, std::move(stop))) {
  wait(state_);
}

void Interrupt::ignore() {
  state_->ignored = true;
  state_->signals.cancel();
}

bool Interrupt::happened() const { return state_->times > 0; }

void Interrupt::wait(const std::shared_ptr<State>& state) {
  state->signals.async_wait([state](boost::system::error_code cancelled, int) {
    if (cancelled || state->ignored) return;
    if (++state->times == 1) {
      state->out.trouble("Stopping and cleaning up.");
      state->stop();
    } else {
      state->out.trouble("Still cleaning up; nothing is left behind if you wait.");
    }
    wait(state);
  });
}

}  // namespace redcode::app
