// The environment variables that the program reads, besides those that options name.
#pragma once

#include "cli/reference.h"

namespace redcode::app {

cli::Variables environment_variables();

}  // namespace redcode::app
