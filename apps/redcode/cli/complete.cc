#include <fmt/format.h>

#include "cli/complete_values.h"
#include "cli/walk.h"
#include "reference/command.h"

namespace redcode::app {
namespace {

class Candidates {
 public:
  Candidates(Out& out, std::string typed) : out_(out), typed_(std::move(typed)) {}

  void offer(const std::string& word, const std::string& meaning) {
    if (word.starts_with(typed_)) out_.line("{}\t{}", word, meaning);
  }

 private:
  Out& out_;
  std::string typed_;
};

void offer_values(const Standing& standing, const OptionPage& option, const std::string& typed,
                  Out& out) {
  const std::string value = typed.substr(typed.starts_with("--") ? typed.find('=') + 1 : 0);
  const std::string before = typed.substr(0, typed.size() - value.size());
  Candidates candidates(out, typed);
  for (const std::string& one : values_of(*standing.command, option, value)) {
    candidates.offer(before + one, "");
  }
}

}  // namespace

int complete(const CompleteOptions& options, const CommandPage& program, Out& out) {
  if (options.words.empty()) return 0;
  const std::string& typed = options.words.back();
  Standing standing{.command = &program};
  for (std::size_t i = 0; i + 1 < options.words.size(); ++i) {
    standing = after(standing, options.words[i]);
  }
  if (standing.awaiting != nullptr) {
    offer_values(standing, *standing.awaiting, typed, out);
    return 0;
  }
  if (typed.starts_with("-")) {
    const OptionPage* option = option_named(*standing.command, typed);
    if (option != nullptr && typed.contains('=')) {
      offer_values(standing, *option, typed, out);
      return 0;
    }
    Candidates candidates(out, typed);
    for (const OptionPage& one : standing.command->options) {
      if (!one.argument) candidates.offer(one.names.back(), one.help);
    }
    return 0;
  }
  Candidates candidates(out, typed);
  for (const CommandPage& one : standing.command->below) {
    candidates.offer(one.words.back(), one.help);
  }
  const OptionPage* argument = next_argument(standing);
  if (argument != nullptr) offer_values(standing, *argument, typed, out);
  return 0;
}

}  // namespace redcode::app
