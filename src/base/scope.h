// Scope: children that are joined before their parent goes on.
//
//   Scope scope;
//   co_await scope.spawn(work(argument));   // starts at once
//   co_await scope.join();                  // waits for all; rethrows the first failure
//
// Thread safety: used from the one thread that runs the tasks.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/steady_timer.hpp>
#include <exception>
#include <list>

#include "base/task.h"

namespace redcode {

class Scope {
 public:
  explicit Scope(asio::any_io_executor executor);
  Scope(Scope&&) = delete;
  Scope& operator=(Scope&&) = delete;
  Scope(const Scope&) = delete;
  Scope& operator=(const Scope&) = delete;
  // Requires: join() has returned, or nothing was spawned.
  ~Scope();

  // Starts `child`. Its parameters must be values or outlive the Scope.
  void spawn(Task<> child);

  // Waits until every child has ended, then rethrows the first exception a child ended with.
  // Children may spawn further ones meanwhile. A caller that is cancelled meanwhile cancels the
  // children and still waits; one that was cancelled before must first call
  // this_coro::throw_if_cancelled(false), or the call itself throws.
  Task<> join();

  // Asks every running child to stop; each ends with an operation_aborted at its next wait.
  void cancel();

  std::size_t running() const { return running_.size(); }
  const asio::any_io_executor& executor() const { return executor_; }

 private:
  using Signals = std::list<asio::cancellation_signal>;
  void ended(Signals::iterator child, const std::exception_ptr& failure);

  asio::any_io_executor executor_;
  asio::steady_timer all_done_;
  Signals running_;
  std::exception_ptr first_failure_;
};

}  // namespace redcode
