// The rules that came with the program.
#pragma once

#include "analysis/rulebook.h"

namespace redcode::app {

// Throws Failure with all mistakes, if there are any.
analysis::Rulebook load_rules(analysis::Examples examples);

}  // namespace redcode::app
