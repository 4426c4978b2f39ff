// What a shell may offer next, after some words of a command line.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli/page.h"

namespace redcode::cli {

struct Candidate {
  std::string word;
  std::string meaning;  // "" of a value
  bool operator==(const Candidate&) const = default;
};

// The values of an option that names no choices, of which some begin like `typed`. Quick: it is
// asked at each press of a key.
using Values = std::function<std::vector<std::string>(
    const CommandPage& command, const OptionPage& option, const std::string& typed)>;

// `words` are those up to the cursor; the last is what is being typed. None where the shell should
// offer files.
std::vector<Candidate> complete(const CommandPage& program, const std::vector<std::string>& words,
                                const Values& values);

}  // namespace redcode::cli
