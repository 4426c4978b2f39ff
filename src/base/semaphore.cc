#include "base/semaphore.h"

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
  Event turn(executor_);
  const auto place = waiting_.insert(waiting_.end(), &turn);
  try {
    co_await turn.wait();
  } catch (...) {  // cancelled: wake_some() takes only those from the queue who get a place
    waiting_.erase(place);
    throw;
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
    waiting_.front()->set();
    waiting_.pop_front();
  }
}

}  // namespace redcode
