// What this host's kernel says of a sandbox, seen from outside: no program inside can say
// otherwise.
#pragma once

#include <sys/types.h>

#include <string>
#include <string_view>

#include "sandbox/attest/answers.h"

namespace redcode::attest {

// The answers "outside.*" for the sandbox whose first process (or whose kernel) is `init`. What
// cannot be read is no answer. Blocks for less than a millisecond.
Answers look_from_outside(pid_t init);

// A limit of a control group in version 1's or 2's words: "2147483648"; "unlimited" for none.
// A quota of processor time is given in microseconds of each 100,000.
std::string limit_text(std::string_view words);
std::string quota_text(std::string_view quota, std::string_view period);

}  // namespace redcode::attest
