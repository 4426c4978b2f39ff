// How much each trait speaks for each stance: stance_weights.txt.
#pragma once

#include <cstddef>

#include "judge/traits.h"
#include "judge/weight_table.h"
#include "record/verdict.h"

namespace redcode::judge {

inline constexpr std::size_t stance_count = record::all_stances;

// By stance, in the order of record::Stance.
using Weights = WeightTable<stance_count>::Weights;

// nullptr: it tells nothing. The same trait has the same address.
const Weights* weights_of(Place place, std::string_view text);

}  // namespace redcode::judge
