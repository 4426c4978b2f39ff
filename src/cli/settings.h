// What of the command line a configuration may hold: commands by their words, and of each its long
// options. Read off the parser itself, so a new option of a command can be configured at once.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "cli/config_rules.h"

namespace redcode::cli {

// The words that name a command: {"corpus", "prove"}; none of the program itself.
std::vector<std::string> words_of(const CLI::App& command);

// The commands right below `app`.
std::vector<CLI::App*> commands_below(CLI::App& app);
// The one of that name; nullptr if there is none.
CLI::App* command_below(CLI::App& app, std::string_view name);
// The lowest command that was called.
CLI::App& called_command(CLI::App& root);

// An option's long name without its dashes; "" of an argument.
std::string key_of(const CLI::Option& option);
bool is_flag(const CLI::Option& option);
bool is_list(const CLI::Option& option);

// The options of `command` that a configuration may set, in the command line's order.
std::vector<CLI::Option*> settings_of(CLI::App& command, const ConfigRules& rules);
// The one of that key; nullptr if there is none.
CLI::Option* setting_of(CLI::App& command, std::string_view key, const ConfigRules& rules);

// Why the option `key` of `command` can be given by flag alone; "" if it can be configured or there
// is none.
std::string_view why_flag_only(const CLI::App& command, std::string_view key,
                               const ConfigRules& rules);

// The variable that sets an option: REDCODE_RUN_BASE_URL.
std::string variable_of(const CLI::App& command, const CLI::Option& option,
                        const ConfigRules& rules);
// "redcode_base-url" as variables are written.
std::string as_variable(std::string words);

}  // namespace redcode::cli
