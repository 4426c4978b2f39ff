// Where on the command line one is after some words: what completion and suggestions go by.
#pragma once

#include <cstddef>
#include <string>

#include "cli/page.h"

namespace redcode::cli {

struct Standing {
  const CommandPage* command;            // the innermost that was named
  const OptionPage* awaiting = nullptr;  // the option whose value comes next
  std::size_t arguments = 0;             // how many the command has got
};

// Where one is after one more word. A word that means nothing there counts as an argument.
Standing after(Standing standing, const std::string& word);

// The option of that name, "--engine" or "--engine=docker"; nullptr if the command has none.
const OptionPage* option_named(const CommandPage& command, const std::string& word);

// The command of that name below; nullptr if there is none.
const CommandPage* command_named(const CommandPage& command, const std::string& word);

// The argument that comes next; nullptr if the command takes no more.
const OptionPage* next_argument(const Standing& standing);

}  // namespace redcode::cli
