// Answers: what the probes said, read from the output of a program inside the sandbox, which is
// hostile until proven otherwise.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace redcode::attest {

// What each probe found, by its name.
using Answers = std::map<std::string, std::string>;

// Reads one {"name": ..., "found": ...} from each line. Lines that are anything else, or longer
// than 4,096 bytes, are no answers; a probe that answers twice has answered nothing; answers past
// the first 1,000 are left out.
Answers read_answers(std::string_view output);

}  // namespace redcode::attest
