#include "interruptible.h"

#include <boost/asio/signal_set.hpp>
#include <boost/asio/this_coro.hpp>
#include <csignal>
#include <exception>
#include <functional>
#include <memory>
#include <utility>

#include "base/run.h"
#include "base/scope.h"

namespace redcode::app {
namespace {

// The first signal stops the work, later ones say that its cleaning up is still going on. Shared
// with handlers, one of which may be queued when the work is over.
struct Signals : std::enable_shared_from_this<Signals> {
  Signals(const asio::any_io_executor& executor, const std::vector<int>& numbers, Out& to,
          std::function<void()> stopper)
      : set(executor), out(to), stop(std::move(stopper)) {
    for (const int number : numbers) set.add(number);
  }

  void wait() {
    set.async_wait([self = shared_from_this()](boost::system::error_code cancelled, int) {
      if (!cancelled && !self->over) self->came();
    });
  }

  void came() {
    if (++times == 1) {
      out.trouble("Stopping and cleaning up.");
      stop();
    } else {
      out.trouble("Still cleaning up; nothing is left behind if you wait.");
    }
    wait();
  }

  void end() {
    over = true;
    set.cancel();
  }

  asio::signal_set set;
  Out& out;
  std::function<void()> stop;
  int times = 0;
  bool over = false;
};

Task<> keep(Task<int> work, int& code) { code = co_await std::move(work); }

Task<int> guard(Task<int> work, Out& out, std::vector<int> numbers) {
  const auto executor = co_await asio::this_coro::executor;
  int code = 1;
  Scope scope(executor);
  const auto signals =
      std::make_shared<Signals>(executor, numbers, out, [&scope] { scope.cancel(); });
  signals->wait();
  // Work runs to its first wait at once, and may make things on the way that only it removes.
  scope.spawn(keep(std::move(work), code));
  std::exception_ptr failure;
  try {
    co_await scope.join();
  } catch (...) {
    failure = std::current_exception();
  }
  signals->end();
  if (signals->times > 0) co_return 130;
  if (failure) std::rethrow_exception(failure);
  co_return code;
}

}  // namespace

int run_interruptible(Task<int> work, Out& out, std::vector<int> signals) {
  return run(guard(std::move(work), out, std::move(signals)));
}

}  // namespace redcode::app
