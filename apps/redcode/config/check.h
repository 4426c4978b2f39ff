// What is wrong with a configuration: keys that no command has, values of another kind, secrets.
#pragma once

#include <CLI/CLI.hpp>
#include <string_view>

#include "base/yaml/complaints.h"
#include "base/yaml/yaml.h"

namespace redcode::app {

// Of the text, comments and all.
void check_secrets(std::string_view text, yaml::Complaints& complaints);

// Of the whole file.
void check_config(const yaml::Node& file, CLI::App& root, yaml::Complaints& complaints);

// Sections of commands at and below `app`, as a profile has them.
void check_sections(const yaml::Node& sections, CLI::App& app, yaml::Complaints& complaints);

// What options themselves say no to. Gives each its value, so `root` is good for nothing else
// afterwards. Requires: a file that check_config() has no complaint about.
void check_values(const yaml::Node& file, CLI::App& root, yaml::Complaints& complaints);

}  // namespace redcode::app
