// `redcode bench ...` on the command line.
#pragma once

#include "cli/parts.h"

namespace redcode::app {

void add_bench(CLI::App& root, Action& chosen);

}  // namespace redcode::app
