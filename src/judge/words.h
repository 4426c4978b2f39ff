// Words whose meaning is more than one fact with the right name in it: evaluated here, for the
// oracle.
#pragma once

#include <optional>

#include "judge/oracle.h"

namespace redcode::judge {

// What the condition came to, if its word is one of these.
std::optional<Met> met_by_meaning(const corpus::Condition& condition, const OracleInput& input,
                                  Meaning meaning);

}  // namespace redcode::judge
