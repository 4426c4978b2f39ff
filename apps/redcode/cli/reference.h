// Registers what tells of the program itself: `version`, `reference`, and what shells ask.
#pragma once

#include "cli/parts.h"

namespace redcode::app {

// Requires that `root` lives until the chosen action is over.
void add_reference(CLI::App& root, Action& chosen);

}  // namespace redcode::app
