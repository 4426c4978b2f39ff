// The command line: names, flags and help of every sub-command, and nothing else.
#pragma once

#include "cli/parts.h"
#include "out.h"

namespace redcode::app {

// Gives `root` all commands. Parsing puts the one that was called into `chosen`.
void add_commands(CLI::App& root, Action& chosen);

// Runs the command that `argv` asks for and gives its exit code.
int dispatch(int argc, char** argv, Out& out);

}  // namespace redcode::app
