// EngineSlots: how many sandboxes may be opened or closed at the same time, shared by an engine and
// its sandboxes.
#pragma once

#include <boost/asio/this_coro.hpp>
#include <memory>
#include <utility>

#include "base/semaphore.h"
#include "base/task.h"

namespace redcode::sandbox {

class EngineSlots {
 public:
  explicit EngineSlots(std::size_t places) : places_(places) {}

  // A place, and what counts it: a permit may outlive the context that it was given in.
  class Permit {
   public:
    Permit(std::shared_ptr<Semaphore> counter, Semaphore::Permit place)
        : counter_(std::move(counter)), place_(std::move(place)) {}

   private:
    std::shared_ptr<Semaphore> counter_;  // must outlive the place
    Semaphore::Permit place_;
  };

  Task<Permit> enter() {
    // Made at first use: only then is it known which context runs the tasks.
    const asio::any_io_executor executor = co_await asio::this_coro::executor;
    if (!semaphore_ || executor_ != executor) {
      executor_ = executor;
      semaphore_ = std::make_shared<Semaphore>(executor, places_);
    }
    std::shared_ptr<Semaphore> counter = semaphore_;
    Semaphore::Permit place = co_await counter->acquire();
    co_return Permit(std::move(counter), std::move(place));
  }

 private:
  std::size_t places_;
  asio::any_io_executor executor_;
  std::shared_ptr<Semaphore> semaphore_;
};

}  // namespace redcode::sandbox
