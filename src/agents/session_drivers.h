// What makes an interpreter inside a sandbox run one piece of code after the other, and how it is
// spoken to.
//
// Each piece of code comes with a token of its own. The interpreter says on standard output that it
// begins, and on both streams how it ended:
//
//   RS token " begun" LF        RS token " " status LF        (RS: the byte 0x1e)
//
// Code that reads the token out of its interpreter can forge these; it then fools nobody but
// whoever reads its own output.
#pragma once

#include <string>
#include <string_view>

#include "sandbox/sandbox.h"

namespace redcode::agents {

// Starts an interpreter of "python" or "bash".
sandbox::Command interpreter_for(std::string_view language, std::string working_dir);

// What it must read to run `code`.
std::string request_for(std::string_view language, std::string_view token, std::string_view code);

// What stands before "begun" or the status.
std::string mark_of(std::string_view token);

}  // namespace redcode::agents
