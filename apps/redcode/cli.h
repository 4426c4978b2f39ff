// The command line: names, flags and help of every sub-command, and nothing else.
#pragma once

#include "out.h"

namespace redcode::app {

// Runs the command that `argv` asks for and gives its exit code.
int dispatch(int argc, char** argv, Out& out);

}  // namespace redcode::app
