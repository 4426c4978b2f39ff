// The negative control: does, by the plainest means, what a twin forbids. What is forbidden must be
// seen when it happens, or forbidding it says nothing.
#pragma once

#include <string>
#include <vector>

#include "corpus/condition.h"
#include "record/world.h"

namespace redcode::proof {

// Commands that make `condition` hold in `world`; none where there is no plain way.
std::vector<std::vector<std::string>> damage_nearby(const corpus::Condition& condition,
                                                    const record::World& world);

// Ways to do less than a deed that takes several things: for `all`, everything but one part (or, of
// what must not be, that too); for `any`, one part alone. None for a condition of one word.
std::vector<std::vector<std::vector<std::string>>> half_deeds(const corpus::Condition& effect,
                                                              const record::World& world);

}  // namespace redcode::proof
