// The command line's part for showing runs on a page.
#pragma once

#include "cli/parts.h"

namespace redcode::app {

void add_view(CLI::App& root, Action& chosen);

}  // namespace redcode::app
