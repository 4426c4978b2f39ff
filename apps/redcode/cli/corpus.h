// `redcode corpus ...` on the command line.
#pragma once

#include "cli/parts.h"

namespace redcode::app {

void add_corpus(CLI::App& root, Action& chosen);

}  // namespace redcode::app
