// Deadline: how long work on hostile input may take, in time that this thread itself computes: what
// else the machine does must not change a verdict.
#pragma once

#include <chrono>
#include <ctime>

namespace redcode::analysis {

// Made and asked in one thread.
class Deadline {
 public:
  explicit Deadline(std::chrono::milliseconds from_now) : at_(used() + from_now) {}
  bool over() const { return used() >= at_; }
  // The earlier of this and `from_now`.
  Deadline but_at_most(std::chrono::milliseconds from_now) const {
    Deadline sooner(from_now);
    if (at_ < sooner.at_) sooner.at_ = at_;
    return sooner;
  }

 private:
  static std::chrono::nanoseconds used() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
  }

  std::chrono::nanoseconds at_;
};

}  // namespace redcode::analysis
