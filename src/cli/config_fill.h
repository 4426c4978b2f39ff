// Gives the options of a command what was not said by flag: from the environment, else from the
// profile in use, else from the configuration file's own section. What is left keeps its default.
#pragma once

#include <CLI/CLI.hpp>
#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "cli/config_file.h"

namespace redcode::cli {

// What a command is filled from.
struct Sources {
  const ConfigFile& file;
  std::string profile;  // "": none
  const ConfigRules& rules;
};

using Origins = std::map<const CLI::Option*, Origin>;

// Gives the option its value: what it says to that, or "".
std::string give(CLI::Option& option, std::vector<std::string> values);

// Only options that have no value yet are filled; what they got is noted in `origins`. The errors
// are those of options that did not take their value: config-bad-value; or that a file which was
// not named may not set: config-not-named.
std::vector<Error> fill(CLI::App& command, const Sources& sources, Origins& origins);

}  // namespace redcode::cli
