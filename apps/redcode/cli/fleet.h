// The command line of fleets: `redcode worker` and `redcode fleet …`.
#pragma once

#include "cli/parts.h"

namespace redcode::app {

void add_fleet(CLI::App& root, Action& chosen);

}  // namespace redcode::app
