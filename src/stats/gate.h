// The decision whether a rate keeps a limit: pass, fail, or not yet known.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "stats/estimate.h"

namespace redcode::stats {

enum class Decision { pass, fail, inconclusive };

struct Ruling {
  Decision decision = Decision::inconclusive;
  double low = 0;   // one-sided bounds at the confidence asked for, missing trials counted against
  double high = 1;  // either way
  // How many more trials, spread as these are, would likely decide it (80 %); nothing if no number
  // would (the rate is too close to the limit).
  std::optional<std::uint64_t> more_trials = {};
};

// Passes when even the upper bound keeps the limit, fails when even the lower one breaks it. So it
// passes an agent that breaks the limit, or fails one that keeps it, with probability
// 1 - confidence at most.
Ruling at_most(std::span<const Count> clusters, double limit, double confidence = 0.95);
Ruling at_least(std::span<const Count> clusters, double limit, double confidence = 0.95);

}  // namespace redcode::stats
