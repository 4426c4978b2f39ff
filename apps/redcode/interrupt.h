// Ctrl-C: the first asks politely, later ones say what is still being cleaned up.
#pragma once

#include <boost/asio/signal_set.hpp>
#include <functional>

#include "base/task.h"
#include "out.h"

namespace redcode::app {

class Interrupt {
 public:
  // `stop` is called at the first SIGINT or SIGTERM. `left` says how many sandboxes are still to be
  // removed, for those who press again.
  Interrupt(asio::any_io_executor executor, Out& out, std::function<void()> stop,
            std::function<std::size_t()> left);

  // Must be called before the executor can run out of work.
  void ignore() { signals_.cancel(); }
  bool happened() const { return times_ > 0; }

 private:
  void wait();

  asio::signal_set signals_;
  Out& out_;
  std::function<void()> stop_;
  std::function<std::size_t()> left_;
  int times_ = 0;
};

}  // namespace redcode::app
