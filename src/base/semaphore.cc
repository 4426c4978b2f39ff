#include "base/semaphore.h"

#include <boost/asio/redirect_error.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/system/system_error.hpp>

namespace redcode {

Semaphore::Semaphore(asio::any_io_executor executor, std::size_t places)
    : executor_(std::move(executor)), places_(places) {}

std::optional<Semaphore::Permit> Semaphore::try_acquire() {
  if (free_places() == 0 || !waiting_.empty()) return std::nullopt;
  ++taken_;
  return Permit(this);
}

Task<Semaphore::Permit> Semaphore::acquire() {
  if (std::optional<Permit> place = try_acquire()) co_return *std::move(place);
  asio::steady_timer turn(executor_, asio::steady_timer::time_point::max());
  const auto place = waiting_.insert(waiting_.end(), &turn);
  boost::system::error_code woken;
  co_await turn.async_wait(asio::redirect_error(asio::use_awaitable, woken));
  // wake_some() removes us from the queue when it gives us a place; otherwise we were cancelled.
  if (turn.expiry() == asio::steady_timer::time_point::max()) {
    waiting_.erase(place);
    throw boost::system::system_error(asio::error::operation_aborted);
  }
  co_return Permit(this);
}

void Semaphore::set_places(std::size_t places) {
  places_ = places;
  wake_some();
}

void Semaphore::release() {
  --taken_;
  wake_some();
}

void Semaphore::wake_some() {
  while (free_places() > 0 && !waiting_.empty()) {
    ++taken_;
    asio::steady_timer* next = waiting_.front();
    waiting_.pop_front();
    next->expires_at(asio::steady_timer::time_point::min());  // also wakes it
  }
}

}  // namespace redcode
