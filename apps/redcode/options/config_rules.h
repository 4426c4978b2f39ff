// What redcode.yaml may say: the built-in profiles, what is given by flag alone, what a file that
// was merely found may not decide, and which values are not shown.
#pragma once

#include "cli/config_rules.h"

namespace redcode::app {

const cli::ConfigRules& config_rules();

}  // namespace redcode::app
