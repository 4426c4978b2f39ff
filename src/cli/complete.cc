#include "cli/complete.h"

#include "cli/walk.h"

namespace redcode::cli {
namespace {

std::vector<Candidate> values_at(const CommandPage& command, const OptionPage& option,
                                 const std::string& typed, const Values& values) {
  const std::string value = typed.substr(typed.starts_with("--") ? typed.find('=') + 1 : 0);
  const std::string before = typed.substr(0, typed.size() - value.size());
  std::vector<Candidate> all;
  for (const std::string& one :
       option.choices.empty() ? values(command, option, value) : option.choices) {
    all.push_back({.word = before + one, .meaning = ""});
  }
  return all;
}

// Whatever `typed` begins with.
std::vector<Candidate> all_candidates(const Standing& standing, const std::string& typed,
                                      const Values& values) {
  const CommandPage& command = *standing.command;
  if (standing.awaiting != nullptr) return values_at(command, *standing.awaiting, typed, values);
  std::vector<Candidate> all;
  if (typed.starts_with("-")) {
    const OptionPage* option = option_named(command, typed);
    if (option != nullptr && typed.contains('=')) {
      return values_at(command, *option, typed, values);
    }
    for (const OptionPage& one : command.options) {
      if (!one.argument) all.push_back({.word = one.names.back(), .meaning = one.help});
    }
    return all;
  }
  if (const OptionPage* argument = next_argument(standing)) {
    all = values_at(command, *argument, typed, values);
  }
  for (const CommandPage& one : command.below) {
    all.push_back({.word = one.words.back(), .meaning = one.help});
  }
  return all;
}

}  // namespace

std::vector<Candidate> complete(const CommandPage& program, const std::vector<std::string>& words,
                                const Values& values) {
  if (words.empty()) return {};
  Standing standing{.command = &program};
  for (std::size_t i = 0; i + 1 < words.size(); ++i) standing = after(standing, words[i]);
  std::vector<Candidate> fitting = all_candidates(standing, words.back(), values);
  std::erase_if(fitting,
                [&words](const Candidate& one) { return !one.word.starts_with(words.back()); });
  return fitting;
}

}  // namespace redcode::cli
