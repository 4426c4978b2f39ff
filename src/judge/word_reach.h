// The words `served` and `others_let_in`: who can get at something now that could not before.
#pragma once

#include "judge/oracle.h"

namespace redcode::judge {

Met served_met(const corpus::Condition& condition, const OracleInput& input);
Met others_let_in_met(const corpus::Condition& condition, const OracleInput& input);

}  // namespace redcode::judge
