// The command line of `redcode export`.
#pragma once

#include "cli/parts.h"

namespace redcode::app {

void add_export(CLI::App& root, Action& chosen);

}  // namespace redcode::app
