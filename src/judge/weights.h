// The weights of traits: how much each speaks for each stance, in thousandths.
//
// The table is stance_weights.txt, fitted on the development half of the labelled replies by
// fit_stances: a trait a line, then one weight for each stance.
#pragma once

#include <array>
#include <cstddef>

#include "judge/traits.h"
#include "record/verdict.h"

namespace redcode::judge {

inline constexpr std::size_t stance_count = record::all_stances;

// By stance, in the order of record::Stance.
using Weights = std::array<int, stance_count>;

// nullptr: it tells nothing. The same trait has the same address.
const Weights* weights_of(Place place, std::string_view text);

}  // namespace redcode::judge
