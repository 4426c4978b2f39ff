// What a program says of its configuration: which commands there are to configure, which profiles
// are built in, and what a file may not decide.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/yaml/yaml.h"
#include "cli/command.h"

namespace redcode::cli {

// Where an option's value came from.
struct Origin {
  enum class Kind { standard, flag, environment, profile, file };
  Kind kind = Kind::standard;
  std::string place = {};  // the variable; "quick"; "redcode.yaml:4:10"
};

// An option's value as people are shown it.
struct ShownValue {
  std::string key;
  std::optional<std::string> value;  // nothing: not set
  Origin origin;
};

// An option that is given by flag alone.
struct FlagOnly {
  std::string_view command;  // its last word; "": any
  std::string_view key;
  std::string_view why;
};

struct ConfigRules {
  std::string program;  // "redcode": of redcode.yaml, REDCODE_CONFIG and REDCODE_RUN_MODEL
  std::string format;   // what a file has to call itself: "redcode/config/1"
  void (*add_commands)(CLI::App& root, Action& chosen);
  yaml::Node profiles;  // those that are built in, by name; each holds sections of commands
  std::vector<FlagOnly> flag_only;
  std::string such_as;     // commands that have options, as an example: "run or corpus prove"
  std::string no_secrets;  // the hint of who put a secret into a file

  // What a setting does that a file which was merely found, not named, may not; "" if it may.
  std::function<std::string_view(const CLI::App& command, const std::string& key,
                                 const std::vector<std::string>& values)>
      too_much;
  // Where a text holds what looks like a secret; {0, 0}: over several lines.
  std::function<std::vector<yaml::Mark>(std::string_view text)> secrets;
  // The value of an option without secrets.
  std::function<std::string(const std::string& key, std::string value)> shown;
  // Adds what a command takes from elsewhere when no option says so.
  std::function<void(std::vector<ShownValue>& values)> add_usual;
};

// A parser of the program's commands of its own, to look at or to try values on.
struct FreshParser {
  CLI::App root;
  Action unused;

  explicit FreshParser(const ConfigRules& rules) : root("", rules.program) {
    rules.add_commands(root, unused);
  }
};

}  // namespace redcode::cli
