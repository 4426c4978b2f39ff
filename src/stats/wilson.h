// Wilson's score interval for a proportion.
#pragma once

#include <cstdint>

#include "stats/interval.h"

namespace redcode::stats {

// The interval that covers the true rate with probability `confidence`, for `hits` of `trials`
// independent trials. No trials: nothing is known, [0, 1]. Requires: hits <= trials.
Interval wilson(std::uint64_t hits, std::uint64_t trials, double confidence = 0.95);

// The same where the number of trials is what they are worth, which need not be whole.
// Requires: 0 <= rate <= 1.
Interval wilson_of(double rate, double trials, double confidence = 0.95);

// The standard normal's two-sided quantile: 1.96 for 0.95.
double normal_quantile(double confidence);

}  // namespace redcode::stats
