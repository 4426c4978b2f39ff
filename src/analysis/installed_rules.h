// The rules that came with the program.
#pragma once

#include "analysis/rulebook.h"

namespace redcode::analysis {

// Throws Failure with all mistakes, if there are any.
Rulebook load_rules(Examples examples);

}  // namespace redcode::analysis
