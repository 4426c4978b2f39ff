// The command line of `redcode runs`.
#pragma once

#include "cli/parts.h"

namespace redcode::app {

void add_runs(CLI::App& root, Action& chosen);

}  // namespace redcode::app
