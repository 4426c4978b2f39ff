// `redcode image ...` on the command line.
#pragma once

#include "cli/parts.h"

namespace redcode::app {

void add_image(CLI::App& root, Action& chosen);

}  // namespace redcode::app
