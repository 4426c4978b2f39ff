// Linking: what a function's parameters stand for, by how the program itself calls it, and what its
// own functions give back. A step that is spread over helpers and files reads then as if it were
// written in one place.
//
// `act(ask())` becomes `act(ask()=Net::HTTP.get(u))`, and inside `def act(order)` the call
// `system(order)` becomes `system(order=ask()=Net::HTTP.get(u))`. The names of own functions become
// chosen ones: what they are called excuses nothing.
#pragma once

#include <vector>

#include "analysis/fact.h"

namespace redcode::analysis {

// Changes the facts of all files. Work is bounded by their bytes.
void link(std::vector<Outline>& files);

}  // namespace redcode::analysis
