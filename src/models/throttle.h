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
#include <boost/asio/steady_timer.hpp>
#include <cstddef>
#include <list>
#include <utility>

#include "base/task.h"

namespace redcode::models {

class Throttle {
 public:
  class Place {
   public:
    Place(Place&& other) noexcept
        : from_(std::exchange(other.from_, nullptr)), round_(other.round_) {}
    Place& operator=(Place&&) = delete;
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;
    // Gives the place back.
    ~Place() {
      if (from_ != nullptr) from_->leave();
    }

    void succeeded() { from_->grow(); }
    void overloaded() { from_->shrink(round_); }

   private:
    friend class Throttle;
    explicit Place(Throttle* from) : from_(from), round_(from->round_) {}
    Throttle* from_;
    std::size_t round_;
  };

  // Begins at `most` and never goes above it. Requires: most > 0.
  Throttle(asio::any_io_executor executor, std::size_t most);

  Task<Place> enter();

  std::size_t limit() const { return limit_; }
  std::size_t under_way() const { return under_way_; }

 private:
  void leave();
  void grow();
  void shrink(std::size_t round);
  void let_in();

  asio::any_io_executor executor_;
  std::size_t most_;
  std::size_t limit_;
  std::size_t under_way_ = 0;
  std::size_t successes_ = 0;  // since the limit last changed
  // Goes up when the limit halves. What was under way then is old news: one storm that hits many
  // requests at once halves the limit once.
  std::size_t round_ = 0;
  std::list<asio::steady_timer*> waiting_;
};

}  // namespace redcode::models
