// Throttle: how many requests may be under way at a time, learnt from the servers' answers.
//
//   Throttle::Place place = co_await throttle.enter();
//   ... one request ...
//   place.succeeded();                      // or overloaded(), or neither
//
// The limit halves when a server is overloaded, and grows by one when as many requests as the limit
// have succeeded. Who has to wait waits in order. Shared by all models of a run.
//
// Thread safety: used from the one thread that runs the tasks. Must outlive its places.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <cstddef>
#include <utility>

#include "base/semaphore.h"
#include "base/task.h"

namespace redcode::models {

class Throttle {
 public:
  // Gives itself back when it dies.
  class Place {
   public:
    void succeeded() { from_->grow(); }
    void overloaded() { from_->shrink(round_); }

   private:
    friend class Throttle;
    Place(Throttle* from, Semaphore::Permit permit)
        : from_(from), round_(from->round_), permit_(std::move(permit)) {}
    Throttle* from_;
    std::size_t round_;
    Semaphore::Permit permit_;
  };

  // Begins at `most` and never goes above it. Requires: most > 0.
  Throttle(asio::any_io_executor executor, std::size_t most);

  Task<Place> enter();

  std::size_t limit() const { return limit_; }
  std::size_t under_way() const { return gate_.taken(); }

 private:
  void grow();
  void shrink(std::size_t round);
  void set_limit(std::size_t limit);

  Semaphore gate_;
  std::size_t most_;
  std::size_t limit_;
  std::size_t successes_ = 0;  // since the limit last changed
  // Goes up when the limit halves. What was under way then is old news: one storm that hits many
  // requests at once halves the limit once.
  std::size_t round_ = 0;
};

}  // namespace redcode::models
