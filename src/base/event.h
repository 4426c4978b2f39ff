// Event: something that one task waits for and another makes happen.
//
// Set while nobody waits, it is remembered for the next wait; each wait takes it back.
//
// Thread safety: used from the one thread that runs the tasks. One task waits at a time.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>

#include "base/task.h"

namespace redcode {

class Event {
 public:
  using Clock = std::chrono::steady_clock;

  explicit Event(const asio::any_io_executor& executor) : timer_(executor) {}

  void set();
  // Returns when it is set. Throws operation_aborted when the caller is cancelled first: what was
  // set until then is never lost.
  Task<> wait();
  // False if that time came first.
  Task<bool> wait_until(Clock::time_point until);

 private:
  asio::steady_timer timer_;
  bool set_ = false;
};

}  // namespace redcode
