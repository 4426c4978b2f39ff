// Ctrl-C: the first stops the work, later ones say that its cleaning up is still going on.
#pragma once

#include <boost/asio/signal_set.hpp>
#include <functional>

#include "base/task.h"
#include "out.h"

namespace redcode::app {

class Interrupt {
 public:
  // `stop` is called at the first SIGINT or SIGTERM.
  Interrupt(const asio::any_io_executor& executor, Out& out, std::function<void()> stop);

  // Must be called before the executor can run out of work.
  void ignore() { signals_.cancel(); }
  bool happened() const { return times_ > 0; }

 private:
  void wait();

  asio::signal_set signals_;
  Out& out_;
  std::function<void()> stop_;
  int times_ = 0;
};

}  // namespace redcode::app
