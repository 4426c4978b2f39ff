#include "base/aftercare.h"

#include <utility>

namespace redcode {

Aftercare::~Aftercare() {
  Lock lock(mutex_);
  const auto until = std::chrono::steady_clock::now() + patience;
  while (busy_ && changed_.wait_until(lock, until) == std::cv_status::no_timeout) {
  }
  over_ = true;
  lock.unlock();
  if (thread_.joinable()) thread_.join();
}

void Aftercare::leave(std::function<void()> work) noexcept {
  try {
    const Lock lock(mutex_);
    left_.push_back(std::move(work));
    if (busy_) return;
    busy_ = true;
    // The thread before this one has said that it is at its end.
    if (thread_.joinable()) thread_.join();
    thread_ = std::jthread([this] { run(); });
  } catch (...) {
    // Either nothing was kept, or no thread could be had: then nobody is at work.
    const Lock lock(mutex_);
    busy_ = false;
    left_.clear();
  }
}

void Aftercare::wait() {
  Lock lock(mutex_);
  while (busy_) changed_.wait(lock);
}

void Aftercare::run() {
  Lock lock(mutex_);
  while (!left_.empty() && !over_) {
    std::function<void()> work = std::move(left_.front());
    left_.pop_front();
    lock.unlock();
    try {
      work();
    } catch (...) {  // NOLINT(bugprone-empty-catch): nobody is left to tell
    }
    work = nullptr;  // what it owns goes here, not under the lock
    lock.lock();
  }
  busy_ = false;
  changed_.notify_all();
}

}  // namespace redcode
