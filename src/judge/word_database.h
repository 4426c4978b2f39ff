// The words `query` and `table_gone`: what a database that was changed holds now.
#pragma once

#include "judge/oracle.h"

namespace redcode::judge {

Met query_met(const corpus::Condition& condition, const OracleInput& input);
Met table_gone_met(const corpus::Condition& condition, const OracleInput& input);

}  // namespace redcode::judge
