// `redcode report`, `compare`, `gate`, `judge` and `review` on the command line.
#pragma once

#include "cli/parts.h"

namespace redcode::app {

void add_numbers(CLI::App& root, Action& chosen);
void add_judge(CLI::App& root, Action& chosen);
void add_review(CLI::App& root, Action& chosen);

}  // namespace redcode::app
