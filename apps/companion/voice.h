// Voice: the companion's way of saying things, in order, without waiting for the listener.
//
// Thread safety: used from the one thread that runs the tasks.
#pragma once

#include <boost/asio/posix/stream_descriptor.hpp>
#include <cstddef>
#include <deque>
#include <string>

#include "base/event.h"
#include "base/fd.h"
#include "base/task.h"
#include "sandbox/messages.h"

namespace redcode::companion {

class Voice {
 public:
  // More than this unsaid, and what is observed counts as lost.
  static constexpr std::size_t most_unsaid = std::size_t{256} << 20U;

  Voice(const asio::any_io_executor& executor, Fd out);

  void say(sandbox::Message message);
  bool overtaxed() const { return unsaid_ > most_unsaid; }

  // Says what is to be said, until nobody listens.
  Task<> speak();

 private:
  asio::posix::stream_descriptor out_;
  Event news_;  // there is something to say
  std::deque<std::string> waiting_;
  std::size_t unsaid_ = 0;  // bytes
};

}  // namespace redcode::companion
