// Budget: hard limits on what a whole run may spend. Shared by all models of the run.
//
// As much as a request may cost at most is kept for it before it begins, and given back when what
// it did cost is known: no request begins that what is left might not pay for.
//
// Thread safety: used from the one thread that runs the tasks. Must outlive its reservations.
#pragma once

#include <cstdint>
#include <list>
#include <optional>
#include <string_view>
#include <utility>

#include "base/event.h"
#include "base/task.h"
#include "record/transcript.h"

namespace redcode::models {

class Budget {
 public:
  struct Limits {
    std::optional<std::uint64_t> micro_dollars = {};
    std::optional<std::uint64_t> tokens = {};  // both ways together
  };

  // What is kept for one request, until it dies.
  class Reservation {
   public:
    Reservation(Reservation&& other) noexcept
        : from_(std::exchange(other.from_, nullptr)), kept_(other.kept_) {}
    Reservation& operator=(Reservation&&) = delete;
    Reservation(const Reservation&) = delete;
    Reservation& operator=(const Reservation&) = delete;
    ~Reservation() {
      if (from_ != nullptr) from_->give_back(kept_);
    }

   private:
    friend class Budget;
    Reservation(Budget* from, record::Usage kept) : from_(from), kept_(kept) {}
    Budget* from_;
    record::Usage kept_;
  };

  explicit Budget(Limits limits) : limits_(limits) {}

  // Keeps `worst` for a request that is to begin. Waits, in order, while others under way have what
  // it may need; throws Failure{exhausted} when it could not be paid for even without them.
  Task<Reservation> reserve(record::Usage worst);
  // Whether only models with a known price may be asked.
  bool counts_dollars() const { return limits_.micro_dollars.has_value(); }

  void spend(const record::Usage& usage) { spent_ += usage; }
  const record::Usage& spent() const { return spent_; }

 private:
  // Throws when `worst` is more than is left.
  void require(const record::Usage& worst) const;
  bool holds(const record::Usage& worst) const;
  Task<> wait_in_line(record::Usage worst);
  void give_back(const record::Usage& kept);
  void wake_first();

  Limits limits_;
  record::Usage spent_ = {};
  record::Usage reserved_ = {};
  std::list<Event*> waiting_;
};

// "$5.00"; of small sums as many digits as they have.
std::string in_dollars(std::uint64_t micro_dollars);

}  // namespace redcode::models
