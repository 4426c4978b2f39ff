// A task with an end, whatever it does.
#pragma once

#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <optional>

#include "base/task.h"
#include "record/record.h"

namespace redcode::trial {

// A point in time that may be set while somebody waits for it. Not set, it never comes.
class Deadline {
 public:
  explicit Deadline(const asio::any_io_executor& executor)
      : timer_(executor, asio::steady_timer::time_point::max()) {}

  void set(std::chrono::milliseconds from_now) { timer_.expires_after(from_now); }
  // Not set any more.
  void clear() { timer_.expires_at(asio::steady_timer::time_point::max()); }
  // Returns when it has come.
  Task<> passed();

 private:
  asio::steady_timer timer_;
};

// What `work` gives or throws; nothing if the deadline came first, in which case `work` was
// cancelled and has ended.
Task<std::optional<record::Stop>> with_timeout(Deadline& deadline, Task<record::Stop> work);

}  // namespace redcode::trial
