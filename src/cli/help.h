// What --help shows: a screen for the program, a page for each command.
#pragma once

#include <string>

#include "cli/page.h"

namespace redcode::cli {

// No line is longer than 80 characters, unless one word is.
std::string help_text(const CommandPage& page, const Guide& guide);

// Makes `root` and the commands that are added to it afterwards show their help this way. Requires
// that `guide` lives as long.
void show_help_in_pages(CLI::App& root, const Guide& guide);

}  // namespace redcode::cli
