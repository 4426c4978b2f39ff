// The command line of redcode-bench.
#pragma once

#include "options/shared.h"

namespace redcode::app {

void add_benchmarks(CLI::App& root, Action& chosen);

}  // namespace redcode::app
