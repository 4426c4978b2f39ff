#include "cli/suggest.h"

#include <algorithm>

#include "base/did_you_mean.h"
#include "cli/walk.h"

namespace redcode::cli {
namespace {

std::string nearest_unless_known(const std::string& word, const std::vector<std::string>& known) {
  return std::ranges::find(known, word) == known.end() ? did_you_mean(word, known) : "";
}

std::vector<std::string> option_names(const CommandPage& command) {
  std::vector<std::string> names;
  for (const OptionPage& option : command.options) {
    if (!option.argument) names.insert(names.end(), option.names.begin(), option.names.end());
  }
  return names;
}

std::vector<std::string> command_names(const CommandPage& command) {
  std::vector<std::string> names;
  for (const CommandPage& one : command.below) names.push_back(one.words.back());
  return names;
}

std::string instead_of_value(const OptionPage* option, const std::string& value) {
  if (option == nullptr || option->choices.empty()) return {};
  return nearest_unless_known(value, option->choices);
}

std::string instead_of(const std::string& word, const Standing& standing) {
  if (standing.awaiting != nullptr) return instead_of_value(standing.awaiting, word);
  if (word.starts_with("--")) {
    const std::size_t sign = word.find('=');
    const OptionPage* option = option_named(*standing.command, word);
    if (option != nullptr && sign != std::string::npos) {
      return instead_of_value(option, word.substr(sign + 1));
    }
    return nearest_unless_known(word.substr(0, sign), option_names(*standing.command));
  }
  if (!standing.command->below.empty()) {
    return nearest_unless_known(word, command_names(*standing.command));
  }
  return instead_of_value(next_argument(standing), word);
}

}  // namespace

std::string suggestion(const CommandPage& program, const std::vector<std::string>& words) {
  Standing standing{.command = &program};
  for (const std::string& word : words) {
    const std::string found = instead_of(word, standing);
    if (!found.empty()) return found;
    standing = after(standing, word);
  }
  return {};
}

}  // namespace redcode::cli
