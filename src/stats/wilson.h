// Wilson's score interval for a proportion.
#pragma once

#include <cstdint>

#include "stats/interval.h"

namespace redcode::stats {

// The interval that covers the true rate with probability `confidence`, for `hits` of `trials`
// independent trials. No trials: nothing is known, [0, 1]. Requires: hits <= trials.
Interval wilson(std::uint64_t hits, std::uint64_t trials, double confidence = 0.95);

}  // namespace redcode::stats
