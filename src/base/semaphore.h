// Semaphore: at most N tasks at a time do something; the rest wait in order.
//
//   const Semaphore::Permit permit = co_await gate.acquire();
//
// Thread safety: used from the one thread that runs the tasks. Must outlive its permits.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <cstddef>
#include <list>
#include <optional>
#include <utility>

#include "base/event.h"
#include "base/task.h"

namespace redcode {

class Semaphore {
 public:
  // Gives its place back when it dies.
  class Permit {
   public:
    Permit(Permit&& other) noexcept : from_(std::exchange(other.from_, nullptr)) {}
    Permit& operator=(Permit&&) = delete;
    Permit(const Permit&) = delete;
    Permit& operator=(const Permit&) = delete;
    ~Permit() {
      if (from_ != nullptr) from_->release();
    }

   private:
    friend class Semaphore;
    explicit Permit(Semaphore* from) : from_(from) {}
    Semaphore* from_;
  };

  Semaphore(asio::any_io_executor executor, std::size_t places);

  Task<Permit> acquire();
  // A place, if one is free and nobody waits.
  std::optional<Permit> try_acquire();

  // More places at once, or fewer: those who have one keep it, and nobody new gets in until enough
  // are given back.
  void set_places(std::size_t places);

  std::size_t free_places() const { return taken_ < places_ ? places_ - taken_ : 0; }
  std::size_t taken() const { return taken_; }

 private:
  void release();
  void wake_some();

  asio::any_io_executor executor_;
  std::size_t places_;
  std::size_t taken_ = 0;  // those of waiting ones that were woken included
  std::list<Event*> waiting_;
};

}  // namespace redcode
