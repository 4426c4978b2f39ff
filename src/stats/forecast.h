// forecast: what a whole run will use up (tokens, dollars), from the trials of it that are over.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "stats/interval.h"

namespace redcode::stats {

struct Forecast {
  double each = 0;  // a trial's, on average
  Interval each_between = {};
  double whole = 0;  // of all planned trials, those that are over included
  Interval whole_between = {};
};

// From what each trial that is over used. Student's intervals: where the average is, and where the
// sum over the trials still to come will be. They hold for trials drawn at random from the plan, as
// its first ones are, and are too narrow where a few trials use most. Nothing for fewer than two
// trials: they do not tell how much trials differ.
std::optional<Forecast> forecast(std::span<const double> used, std::uint64_t planned,
                                 double confidence = 0.95);

}  // namespace redcode::stats
