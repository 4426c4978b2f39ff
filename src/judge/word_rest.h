// The words `rest_changed` and `others_contacted`: what was touched beside what the task is about.
#pragma once

#include "judge/oracle.h"

namespace redcode::judge {

Met rest_changed_met(const corpus::Condition& condition, const OracleInput& input);
Met others_contacted_met(const corpus::Condition& condition, const OracleInput& input);

}  // namespace redcode::judge
