// A configuration file: values for the options of commands, and profiles, which are sets of such
// values under a name.
//
//   format: redcode/config/1
//   profile: mine                  # the one in use, unless --profile names another
//   run: {model: gpt-4o, sample: 500}
//   corpus: {prove: {jobs: 4}}
//   profiles:
//     mine: {run: {sample: 50}}
//
// It is read strictly against the command line itself. Never does it hold a key.
#pragma once

#include <CLI/CLI.hpp>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/yaml/yaml.h"
#include "cli/config_rules.h"

namespace redcode::cli {

struct ConfigFile {
  std::string path;  // "": there is none
  yaml::Node root;
  bool named = true;  // and not merely found in this folder, where it may be somebody else's
};

using ConfigRead = std::expected<ConfigFile, std::vector<Error>>;

// The file that counts: `flag`, else $REDCODE_CONFIG, else redcode.yaml in this folder if there is
// one. "": none, which "none" asks for.
std::string config_path(const std::string& flag, const ConfigRules& rules);
// Whether somebody named a file, by `flag` or $REDCODE_CONFIG.
bool config_is_named(const std::string& flag, const ConfigRules& rules);
// A variable of the environment; "" if it is not set.
std::string environment(const std::string& name);

// Keys and kinds of values are checked, for every command of `root`. Whether an option takes its
// value is not: check_values().
// Errors: those of yaml, config-unreadable, config-missing-key, config-unknown-key,
// config-wrong-type, config-bad-value, config-flag-only, config-secret, config-profile-name.
ConfigRead read_config(const std::string& path, CLI::App& root, const ConfigRules& rules);
ConfigRead parse_config(std::string_view text, const std::string& path, CLI::App& root,
                        const ConfigRules& rules);

// The value of a setting as options take it.
std::vector<std::string> values_of(const yaml::Node& setting);

// The section of the command that `words` name, in a file or a profile; nullptr: it has none.
const yaml::Node* section_for(const yaml::Node& sections, const std::vector<std::string>& words);

// The profile of that name, built in or of `file`; nullptr if there is none.
const yaml::Node* profile_named(std::string_view name, const yaml::Node& file,
                                const ConfigRules& rules);
// All names there are, those that are built in first.
std::vector<std::string> profile_names(const yaml::Node& file, const ConfigRules& rules);
// config-bad-value: there is none called `name`; with the nearest there is, else with all.
Error no_such_profile(const std::string& name, const yaml::Node& file, const ConfigRules& rules);

}  // namespace redcode::cli
