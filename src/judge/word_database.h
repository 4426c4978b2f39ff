// The words `query` and `table_gone`: what a database that was changed holds now.
#pragma once

#include "judge/oracle.h"

namespace redcode::judge {

Met query_met(const corpus::Condition& condition, const Ground& ground);
Met table_gone_met(const corpus::Condition& condition, const Ground& ground);

}  // namespace redcode::judge
