// Ctrl-C: the first stops the work, later ones say that its cleaning up is still going on.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <functional>
#include <memory>

#include "base/task.h"
#include "out.h"

namespace redcode::app {

class Interrupt {
 public:
  // `stop` is called at the first SIGINT or SIGTERM. `out` must outlive the executor's work.
  Interrupt(const asio::any_io_executor& executor, Out& out, std::function<void()> stop);

  // Must be called before the executor can run out of work; `stop` is not called after it.
  void ignore();
  bool happened() const;

 private:
  struct State;
  static void wait(const std::shared_ptr<State>& state);

  std::shared_ptr<State> state_;  // shared with a handler that may be queued already
};

}  // namespace redcode::app
