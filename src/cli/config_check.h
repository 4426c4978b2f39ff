// What is wrong with a configuration: keys that no command has, values of another kind, secrets.
#pragma once

#include <CLI/CLI.hpp>
#include <string_view>

#include "base/yaml/complaints.h"
#include "base/yaml/yaml.h"
#include "cli/config_rules.h"

namespace redcode::cli {

// A file, and the commands that it is for.
struct Checked {
  const yaml::Node& file;
  CLI::App& root;
  const ConfigRules& rules;
};

// Of the text, comments and all.
void check_secrets(std::string_view text, const ConfigRules& rules, yaml::Complaints& complaints);

// Of the whole file.
void check_config(const Checked& checked, yaml::Complaints& complaints);

// What options themselves say no to. Gives each its value, so the root is good for nothing else
// afterwards. Requires: a file that check_config() has no complaint about.
void check_values(const Checked& checked, yaml::Complaints& complaints);

}  // namespace redcode::cli
