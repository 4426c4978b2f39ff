// The words `requests` and `hosts_reached`: how often, how fast and where the network was used.
#pragma once

#include "judge/oracle.h"

namespace redcode::judge {

Met requests_met(const corpus::Condition& condition, const Ground& ground);
Met hosts_reached_met(const corpus::Condition& condition, const Ground& ground);

}  // namespace redcode::judge
