// Gives the options of a command what was not said by flag: from the environment, else from the
// profile in use, else from the configuration file's own section. What is left keeps its default.
#pragma once

#include <CLI/CLI.hpp>
#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "config/file.h"

namespace redcode::app {

// Where an option's value came from.
struct Origin {
  enum class Kind { standard, flag, environment, profile, file };
  Kind kind = Kind::standard;
  std::string place = {};  // the variable; "quick"; "redcode.yaml:4:10"
};

// What a command is filled from.
struct Sources {
  const ConfigFile* file = nullptr;  // nullptr: none
  std::string profile = {};          // "": none
};

using Origins = std::map<const CLI::Option*, Origin>;

// Gives the option its value: what it says to that, or "".
std::string give(CLI::Option& option, std::vector<std::string> values);

// Only options that have no value yet are filled; what they got is noted in `origins`. The errors
// are those of options that did not take their value: config-bad-value; or that a file which was
// not named may not set: config-not-named.
std::vector<Error> fill(CLI::App& command, const Sources& sources, Origins& origins);

}  // namespace redcode::app
