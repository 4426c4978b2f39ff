#include "base/scope.h"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <cassert>
#include <utility>

namespace redcode {

Scope::Scope(asio::any_io_executor executor)
    : executor_(std::move(executor)), all_done_(executor_, asio::steady_timer::time_point::max()) {}

Scope::~Scope() { assert(running_.empty() && "a Scope must be joined before it goes"); }

void Scope::spawn(Task<> child) {
  running_.emplace_back();
  const auto self = std::prev(running_.end());
  asio::co_spawn(
      executor_, std::move(child),
      asio::bind_cancellation_slot(
          self->slot(), [this, self](std::exception_ptr failure) { ended(self, failure); }));
}

Task<> Scope::join() {
  // A cancelled parent passes that on to its children, waits for them all the same, and does not
  // forget that it was cancelled: its next wait after this one ends at once.
  const bool throws = co_await asio::this_coro::throw_if_cancelled();
  co_await asio::this_coro::throw_if_cancelled(false);
  bool passed_on = false;
  while (!running_.empty()) {
    const auto cancelled = (co_await asio::this_coro::cancellation_state).cancelled();
    if (cancelled != asio::cancellation_type::none && !std::exchange(passed_on, true)) cancel();
    if (running_.empty()) break;
    boost::system::error_code woken;
    co_await all_done_.async_wait(asio::redirect_error(asio::use_awaitable, woken));
  }
  co_await asio::this_coro::throw_if_cancelled(throws);
  if (first_failure_) std::rethrow_exception(std::exchange(first_failure_, nullptr));
}

void Scope::cancel() {
  for (auto child = running_.begin(); child != running_.end();) {
    const auto current = child++;  // emitting may end and erase the child
    current->emit(asio::cancellation_type::terminal);
  }
}

void Scope::ended(Signals::iterator child, const std::exception_ptr& failure) {
  if (failure && !first_failure_) first_failure_ = failure;
  running_.erase(child);
  if (running_.empty()) all_done_.cancel();
}

}  // namespace redcode
