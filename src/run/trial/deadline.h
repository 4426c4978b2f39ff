// A task with an end, whatever it does.
#pragma once

#include <chrono>
#include <optional>

#include "base/event.h"
#include "base/task.h"
#include "record/record.h"

namespace redcode::trial {

// A point in time that may be set while somebody waits for it. Not set, it never comes.
class Deadline {
 public:
  explicit Deadline(const asio::any_io_executor& executor) : changed_(executor) {}

  void set(std::chrono::milliseconds from_now) { set_at(Event::Clock::now() + from_now); }
  // Not set any more.
  void clear() { set_at(Event::Clock::time_point::max()); }
  // Returns when it has come.
  Task<> passed();

 private:
  void set_at(Event::Clock::time_point at) {
    at_ = at;
    changed_.set();
  }

  Event::Clock::time_point at_ = Event::Clock::time_point::max();
  Event changed_;
};

// What `work` gives or throws; nothing if the deadline came first, in which case `work` was
// cancelled and has ended.
Task<std::optional<record::Stop>> with_timeout(Deadline& deadline, Task<record::Stop> work);

}  // namespace redcode::trial
