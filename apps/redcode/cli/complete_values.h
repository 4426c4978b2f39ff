// The values that a shell may offer for an option or an argument: those there are, cases and run
// folders too. Quick: it is asked at each press of a key.
#pragma once

#include <string>
#include <vector>

#include "cli/page.h"

namespace redcode::app {

// Of values that begin like `typed`. Empty where nothing is known, or anything may be given.
std::vector<std::string> values_of(const CommandPage& command, const OptionPage& option,
                                   const std::string& typed);

}  // namespace redcode::app
