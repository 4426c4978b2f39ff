// With which codes the program ends, and what each says. 0: done; 1: done, and the answer is no;
// 2: it could not be done. What a 1 means is each command's own.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace redcode::app {

struct ExitCode {
  int code;
  std::string meaning;
};

// Of one command, "redcode corpus lint"; of "redcode", what holds of all that say nothing else.
std::vector<ExitCode> exit_codes(std::string_view command);

// The commands that have codes of their own, in order, and these.
std::vector<std::string> commands_with_own_codes();
std::vector<ExitCode> own_exit_codes(std::string_view command);

}  // namespace redcode::app
