#include "cli/interruptible.h"

#include <unistd.h>

#include <atomic>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/this_coro.hpp>
#include <csignal>
#include <exception>
#include <functional>
#include <memory>
#include <string_view>
#include <utility>

#include "base/run.h"
#include "base/scope.h"

namespace redcode::cli {
namespace {

constexpr int patience = 3;  // so many signals end the program

// A handler has no other memory than this.
// NOLINTBEGIN(cppcoreguidelines-avoid-non-const-global-variables)
std::atomic<int> signals_seen = 0;
std::atomic<void (*)(int)> orderly_handler = nullptr;  // the signal_set's
std::atomic<const char*> last_words = "";
// NOLINTEND(cppcoreguidelines-avoid-non-const-global-variables)
static_assert(std::atomic<int>::is_always_lock_free);
static_assert(std::atomic<void (*)(int)>::is_always_lock_free);
static_assert(std::atomic<const char*>::is_always_lock_free);

// Runs whatever the program is doing, even if its tasks stand still; so it does only what a handler
// may.
extern "C" void count_signal(int number) {
  if (signals_seen.fetch_add(1) + 1 >= patience) {
    const std::string_view words = last_words.load();
    [[maybe_unused]] const ssize_t put = write(STDERR_FILENO, words.data(), words.size());
    _exit(130);
  }
  if (auto* const handler = orderly_handler.load()) handler(number);
}

// Puts that counting in front of the handler that is there.
void insist_on(int number) {
  struct sigaction now{};
  if (sigaction(number, nullptr, &now) != 0 || now.sa_handler == count_signal) return;
  orderly_handler = now.sa_handler;
  now.sa_handler = count_signal;
  sigaction(number, &now, nullptr);
}

// The first signal stops the work, later ones say that its cleaning up is still going on. Shared
// with handlers, one of which may be queued when the work is over.
struct Signals : std::enable_shared_from_this<Signals> {
  Signals(const asio::any_io_executor& executor, const std::vector<int>& numbers, Out& to,
          std::function<void()> stopper)
      : set(executor), out(to), stop(std::move(stopper)) {
    for (const int number : numbers) {
      set.add(number);
      insist_on(number);
    }
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
      out.trouble(
          "Still cleaning up; nothing is left behind if you wait. Once more ends it at once.");
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

Task<int> guard(Task<int> work, Out& out, Interruption interruption) {
  const auto executor = co_await asio::this_coro::executor;
  int code = 1;
  signals_seen = 0;
  last_words = interruption.last_words;
  Scope scope(executor);
  const auto signals =
      std::make_shared<Signals>(executor, interruption.signals, out, [&scope] { scope.cancel(); });
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

int run_interruptible(Task<int> work, Out& out, Interruption interruption) {
  return run(guard(std::move(work), out, std::move(interruption)));
}

}  // namespace redcode::cli
