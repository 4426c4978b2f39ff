#include "models/throttle.h"

#include <algorithm>
#include <cassert>

namespace redcode::models {

Throttle::Throttle(asio::any_io_executor executor, std::size_t most)
    : gate_(std::move(executor), most), most_(most), limit_(most) {
  assert(most > 0);
}

Task<Throttle::Place> Throttle::enter() {
  Semaphore::Permit permit = co_await gate_.acquire();
  co_return Place(this, std::move(permit));
}

void Throttle::grow() {
  if (limit_ < most_ && ++successes_ >= limit_) set_limit(limit_ + 1);
}

void Throttle::shrink(std::size_t round) {
  if (round != round_) return;
  ++round_;
  set_limit(std::max<std::size_t>(limit_ / 2, 1));
}

void Throttle::set_limit(std::size_t limit) {
  limit_ = limit;
  successes_ = 0;
  gate_.set_places(limit);
}

}  // namespace redcode::models
