// Aftercare: blocking work that a destructor has to leave to somebody, done in order on a thread of
// its own, so that the thread of the tasks goes on.
//
// For last resorts: whoever can wait closes what it opened with a Task instead. Thread safety: any
// thread may leave work. The work must own all it touches.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <thread>

#include "base/mutex.h"

namespace redcode {

class Aftercare {
 public:
  Aftercare() = default;
  Aftercare(Aftercare&&) = delete;
  Aftercare& operator=(Aftercare&&) = delete;
  Aftercare(const Aftercare&) = delete;
  Aftercare& operator=(const Aftercare&) = delete;
  // Waits for what was left; begins nothing new after `patience`.
  ~Aftercare();

  static constexpr std::chrono::seconds patience{20};

  // What the work throws is lost. Never throws itself: work that no thread can be had for is
  // dropped.
  void leave(std::function<void()> work) noexcept;
  // Blocks until all that was left is done.
  void wait();

 private:
  void run();

  Mutex mutex_;
  std::condition_variable_any changed_;
  std::deque<std::function<void()>> left_ GUARDED_BY(mutex_);
  bool busy_ GUARDED_BY(mutex_) = false;  // a thread is at work
  bool over_ GUARDED_BY(mutex_) = false;
  std::jthread thread_ GUARDED_BY(mutex_);
};

}  // namespace redcode
