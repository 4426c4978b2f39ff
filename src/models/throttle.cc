#include "models/throttle.h"

#include <algorithm>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/system/system_error.hpp>
#include <cassert>

namespace redcode::models {

using TimePoint = asio::steady_timer::time_point;

Throttle::Throttle(asio::any_io_executor executor, std::size_t most)
    : executor_(std::move(executor)), most_(most), limit_(most) {
  assert(most > 0);
}

Task<Throttle::Place> Throttle::enter() {
  if (waiting_.empty() && under_way_ < limit_) {
    ++under_way_;
    co_return Place(this);
  }
  asio::steady_timer turn(executor_, TimePoint::max());
  const auto place = waiting_.insert(waiting_.end(), &turn);
  boost::system::error_code woken;
  co_await turn.async_wait(asio::redirect_error(asio::use_awaitable, woken));
  // let_in() takes us out of the queue and counts us in; otherwise we were cancelled.
  if (turn.expiry() == TimePoint::max()) {
    waiting_.erase(place);
    throw boost::system::system_error(asio::error::operation_aborted);
  }
  co_return Place(this);
}

void Throttle::leave() {
  --under_way_;
  let_in();
}

void Throttle::grow() {
  if (limit_ == most_ || ++successes_ < limit_) return;
  successes_ = 0;
  ++limit_;
  let_in();
}

void Throttle::shrink(std::size_t round) {
  if (round != round_) return;
  ++round_;
  successes_ = 0;
  limit_ = std::max<std::size_t>(limit_ / 2, 1);
}

void Throttle::let_in() {
  while (!waiting_.empty() && under_way_ < limit_) {
    asio::steady_timer* next = waiting_.front();
    waiting_.pop_front();
    ++under_way_;
    next->expires_at(TimePoint::min());  // also wakes it
  }
}

}  // namespace redcode::models
