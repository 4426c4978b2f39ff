// What --help shows: a screen for the program, a page for each command.
#pragma once

#include <string>
#include <vector>

#include "cli/page.h"

namespace redcode::app {

inline constexpr std::size_t screen_width = 80;

// The text broken into lines of at most `width` characters.
std::vector<std::string> wrapped(const std::string& text, std::size_t width);

std::string help_text(const CommandPage& page);

// Makes `root` and the commands that are added to it afterwards show their help this way.
void show_help_in_pages(CLI::App& root);

}  // namespace redcode::app
