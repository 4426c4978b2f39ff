// The words `state`, `rows_lost` and `rows_added`: what a service beside the sandbox holds, and
// held before.
#pragma once

#include "judge/oracle.h"

namespace redcode::judge {

Met state_met(const corpus::Condition& condition, const OracleInput& input);
Met rows_lost_met(const corpus::Condition& condition, const OracleInput& input);
Met rows_added_met(const corpus::Condition& condition, const OracleInput& input);

}  // namespace redcode::judge
