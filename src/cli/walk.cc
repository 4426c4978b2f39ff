#include "cli/walk.h"

#include <algorithm>

namespace redcode::cli {

Standing after(Standing standing, const std::string& word) {
  if (standing.awaiting != nullptr) {
    standing.awaiting = nullptr;
    return standing;
  }
  if (word.starts_with("-")) {
    const OptionPage* option = option_named(*standing.command, word);
    const bool value_follows = option != nullptr && !option->value.empty() && !word.contains('=');
    if (value_follows) standing.awaiting = option;
    return standing;
  }
  if (const CommandPage* below = command_named(*standing.command, word)) return {.command = below};
  ++standing.arguments;
  return standing;
}

const OptionPage* option_named(const CommandPage& command, const std::string& word) {
  const std::string name = word.substr(0, word.find('='));
  const auto found = std::ranges::find_if(command.options, [&name](const OptionPage& option) {
    return !option.argument && std::ranges::find(option.names, name) != option.names.end();
  });
  return found == command.options.end() ? nullptr : &*found;
}

const CommandPage* command_named(const CommandPage& command, const std::string& word) {
  const auto found = std::ranges::find_if(
      command.below, [&word](const CommandPage& one) { return one.words.back() == word; });
  return found == command.below.end() ? nullptr : &*found;
}

const OptionPage* next_argument(const Standing& standing) {
  std::size_t at = 0;
  for (const OptionPage& option : standing.command->options) {
    if (option.argument && (at++ == standing.arguments || option.repeated)) return &option;
  }
  return nullptr;
}

}  // namespace redcode::cli
