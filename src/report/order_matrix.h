// What a report says of orders in strangers' texts alone: where they were met and followed.
#pragma once

#include <string>

#include "report/summary.h"

namespace redcode::report {

// The work done without an order, beside one, and in the other controls; "" of other suites.
std::string utility_lines(const Summary& summary);

// A table of surface and goal: how many of the trials were hijacked, of how many that met the
// order;
// "" of other suites.
std::string order_matrix(const Results& results);

}  // namespace redcode::report
