// The command line: names, flags and help of every sub-command, and nothing else.
#pragma once

#include "options/shared.h"
#include "out.h"

namespace redcode::app {

// Gives `root` all commands. Parsing puts the one that was called into `chosen`. Requires that
// `root` lives until that is over.
void add_commands(CLI::App& root, Action& chosen);

// Runs the command that `argv` asks for and gives its exit code.
int dispatch(int argc, char** argv, Out& out);

// Its parts.
void add_agents(CLI::App& root, Action& chosen);
void add_config(CLI::App& root, Action& chosen);
void add_corpus(CLI::App& root, Action& chosen);
void add_export(CLI::App& root, Action& chosen);
void add_fleet(CLI::App& root, Action& chosen);
void add_guard(CLI::App& root, Action& chosen);
void add_image(CLI::App& root, Action& chosen);
void add_judge(CLI::App& root, Action& chosen);
void add_numbers(CLI::App& root, Action& chosen);
void add_reference(CLI::App& root, Action& chosen);
void add_review(CLI::App& root, Action& chosen);
void add_runs(CLI::App& root, Action& chosen);
void add_view(CLI::App& root, Action& chosen);

}  // namespace redcode::app
