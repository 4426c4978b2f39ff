// Budget: hard limits on what a whole run may spend. Shared by all models of the run.
//
// A request may begin only while less than the limit is spent, so what goes beyond it is at most
// what was under way when it was reached.
//
// Thread safety: used from the one thread that runs the tasks.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "record/transcript.h"

namespace redcode::models {

class Budget {
 public:
  struct Limits {
    std::optional<std::uint64_t> micro_dollars = {};
    std::optional<std::uint64_t> tokens = {};  // both ways together
  };

  explicit Budget(Limits limits) : limits_(limits) {}

  // Throws Failure{exhausted} when no further request may begin.
  void require() const;
  // Whether only models with a known price may be asked.
  bool counts_dollars() const { return limits_.micro_dollars.has_value(); }

  void spend(const record::Usage& usage) { spent_ += usage; }
  const record::Usage& spent() const { return spent_; }

 private:
  Limits limits_;
  record::Usage spent_ = {};
};

// "$5.00"; of small sums as many digits as they have.
std::string in_dollars(std::uint64_t micro_dollars);

}  // namespace redcode::models
