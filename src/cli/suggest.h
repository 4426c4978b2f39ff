// What was probably meant by a command line that could not be understood.
#pragma once

#include <string>
#include <vector>

#include "cli/page.h"

namespace redcode::cli {

// "; did you mean --model?", for the first command, option or value that is none where it stands
// but nearly is; "" if there is no such word.
std::string suggestion(const CommandPage& program, const std::vector<std::string>& words);

}  // namespace redcode::cli
