// The values that a shell may offer for an option or an argument: those there are, cases and run
// folders too.
#pragma once

#include <string>
#include <vector>

#include "cli/complete.h"

namespace redcode::app {

// Of values that begin like `typed`. Empty where nothing is known, or anything may be given.
std::vector<std::string> values_of(const cli::CommandPage& command, const cli::OptionPage& option,
                                   const std::string& typed);

}  // namespace redcode::app
