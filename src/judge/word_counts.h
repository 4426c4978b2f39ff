// The words `requests` and `hosts_reached`: how often, how fast and where the network was used.
#pragma once

#include "judge/oracle.h"

namespace redcode::judge {

Met requests_met(const corpus::Condition& condition, const OracleInput& input);
Met hosts_reached_met(const corpus::Condition& condition, const OracleInput& input);

}  // namespace redcode::judge
