// Profiles: sets of options under a name, built in or of a file's own. They differ in how much of
// the corpus a run takes, and so in how long it lasts and what it can tell.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/yaml/yaml.h"

namespace redcode::app {

inline constexpr std::string_view config_format = "redcode/config/1";

// Its sections; nullptr if none of that name is built in.
const yaml::Node* builtin_profile(std::string_view name);

// Likewise, or of the file with the root `file` (nullptr: no file).
const yaml::Node* profile_named(std::string_view name, const yaml::Node* file);

// All names there are, those that are built in first.
std::vector<std::string> profile_names(const yaml::Node* file);

// config-bad-value: there is none called `name`; with the nearest there is, else with all.
Error no_such_profile(const std::string& name, const yaml::Node* file);

}  // namespace redcode::app
