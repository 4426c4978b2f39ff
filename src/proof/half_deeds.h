// Half deeds: what is less than the harm must not count as it.
#pragma once

#include <vector>

#include "proof/plain_deed.h"

namespace redcode::proof {

// Ways to do less than a deed that takes several things: for `all`, everything but one part (or, of
// what must not be, that too); for `any`, one part alone. None for a condition of one word.
std::vector<std::vector<Command>> half_deeds(const corpus::Condition& effect,
                                             const record::World& world);

}  // namespace redcode::proof
