// Faults: a share of answers that misbehave, to see what a whole run makes of it.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/result.h"

namespace redcode::personas {

struct Faults {
  std::uint64_t seed = 0;
  double rate = 0;  // the share of answers, 0 to 1
};

enum class Fault {
  busy,     // 429 with Retry-After: 1
  trouble,  // 500
  reset,    // hangs up in the middle of the answer
  half,     // ends properly in the middle of the answer
  slow,     // waits 2 s, then answers
};

// From "SEED:RATE", as in "7:0.2".
Result<Faults> faults_from(std::string_view text);

// What befalls the answer with that number: the same for the same seed and number on every host.
std::optional<Fault> fault_at(const Faults& faults, std::uint64_t number);

}  // namespace redcode::personas
