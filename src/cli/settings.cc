#include "cli/settings.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace redcode::cli {
namespace {

constexpr std::string_view asked_for = "it is asked for by flag";
constexpr std::array always_flags{
    FlagOnly{"", "help", asked_for},
    FlagOnly{"", "version", asked_for},
    FlagOnly{"", "config", "a configuration does not name another"},
    FlagOnly{"", "profile", "`profile:` stands at the top of the file"},
};

}  // namespace

std::vector<std::string> words_of(const CLI::App& command) {
  std::vector<std::string> words;
  for (const CLI::App* at = &command; at->get_parent() != nullptr; at = at->get_parent()) {
    words.insert(words.begin(), at->get_name());
  }
  return words;
}

std::vector<CLI::App*> commands_below(CLI::App& app) {
  return app.get_subcommands([](CLI::App*) { return true; });
}

CLI::App* command_below(CLI::App& app, std::string_view name) {
  const std::vector<CLI::App*> below = commands_below(app);
  const auto found =
      std::ranges::find_if(below, [name](const CLI::App* one) { return one->get_name() == name; });
  return found == below.end() ? nullptr : *found;
}

CLI::App& called_command(CLI::App& root) {
  CLI::App* at = &root;
  while (!at->get_subcommands().empty()) at = at->get_subcommands().front();
  return *at;
}

std::string key_of(const CLI::Option& option) {
  return option.get_lnames().empty() ? std::string() : option.get_lnames().front();
}

bool is_flag(const CLI::Option& option) { return option.get_items_expected_max() == 0; }
bool is_list(const CLI::Option& option) { return option.get_items_expected_max() > 1; }

std::vector<CLI::Option*> settings_of(CLI::App& command, const ConfigRules& rules) {
  std::vector<CLI::Option*> settings;
  for (CLI::Option* option : command.get_options()) {
    const std::string key = key_of(*option);
    if (!key.empty() && why_flag_only(command, key, rules).empty()) settings.push_back(option);
  }
  return settings;
}

CLI::Option* setting_of(CLI::App& command, std::string_view key, const ConfigRules& rules) {
  for (CLI::Option* option : settings_of(command, rules)) {
    if (key_of(*option) == key) return option;
  }
  return nullptr;
}

std::string_view why_flag_only(const CLI::App& command, std::string_view key,
                               const ConfigRules& rules) {
  const auto is = [&command, key](const FlagOnly& one) {
    return one.key == key && (one.command.empty() || one.command == command.get_name());
  };
  if (const auto found = std::ranges::find_if(always_flags, is); found != always_flags.end()) {
    return found->why;
  }
  const auto found = std::ranges::find_if(rules.flag_only, is);
  return found == rules.flag_only.end() ? "" : found->why;
}

std::string variable_of(const CLI::App& command, const CLI::Option& option,
                        const ConfigRules& rules) {
  std::string name = rules.program;
  for (const std::string& word : words_of(command)) name += "_" + word;
  return as_variable(name + "_" + key_of(option));
}

std::string as_variable(std::string words) {
  std::ranges::transform(words, words.begin(), [](unsigned char c) {
    return c == '-' ? '_' : static_cast<char>(std::toupper(c));
  });
  return words;
}

}  // namespace redcode::cli
