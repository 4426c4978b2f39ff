// `redcode agent ...` on the command line.
#pragma once

#include "cli/parts.h"

namespace redcode::app {

void add_agents(CLI::App& root, Action& chosen);

}  // namespace redcode::app
