// Gate: how many sandboxes may be opened or closed at the same time, shared by an engine and its
// sandboxes.
#pragma once

#include <boost/asio/this_coro.hpp>
#include <memory>

#include "base/semaphore.h"
#include "base/task.h"

namespace redcode::sandbox {

class Gate {
 public:
  explicit Gate(std::size_t places) : places_(places) {}

  Task<Semaphore::Permit> enter() {
    // Made at first use: only then is it known which context runs the tasks.
    const asio::any_io_executor executor = co_await asio::this_coro::executor;
    if (!semaphore_ || executor_ != executor) {
      executor_ = executor;
      semaphore_ = std::make_unique<Semaphore>(executor, places_);
    }
    co_return co_await semaphore_->acquire();
  }

 private:
  std::size_t places_;
  asio::any_io_executor executor_;
  std::unique_ptr<Semaphore> semaphore_;
};

}  // namespace redcode::sandbox
