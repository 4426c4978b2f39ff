// The commands that look at a configuration.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "base/json.h"
#include "cli/config_rules.h"
#include "cli/out.h"

namespace redcode::cli {

// Is the file sound ("": the one that counts here)? 2 if it has mistakes, each told with line,
// column and hint.
int config_check(const std::string& file, const ConfigRules& rules, Out& out);

struct ConfigShowOptions {
  std::string config = {};                // a file that was named before `config`
  std::vector<std::string> command = {};  // words and flags, as after `redcode`; none: all commands
  bool json = false;
};
// Every value of a command, and where it came from.
int config_show(const ConfigShowOptions& options, const ConfigRules& rules, Out& out);

// The JSON Schema of files for the program's commands. Made from the parser, so it cannot lag
// behind it.
Json config_schema(const ConfigRules& rules);

}  // namespace redcode::cli
