// Answers: what the probes said, read from the output of a program inside the sandbox, which is
// hostile until proven otherwise.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>

namespace redcode::attest {

// What each probe found, by its name.
using Answers = std::map<std::string, std::string>;

struct Told {
  Answers answers = {};
  std::set<std::string> doubled = {};  // answered twice: neither answer counts
  bool silent = false;                 // not one line was an answer
  std::string trouble = {};            // what was printed in their place, if there are none
};

// Reads one {"name": ..., "found": ...} from each line. Lines that are anything else, or longer
// than 4,096 bytes, are no answers; answers past the first 1,000 are left out.
Told read_answers(std::string_view output);

}  // namespace redcode::attest
