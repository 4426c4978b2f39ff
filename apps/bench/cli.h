// The command line of redcode-bench.
#pragma once

#include "cli/parts.h"

namespace redcode::app {

void add_benchmarks(CLI::App& root, Action& chosen);

}  // namespace redcode::app
