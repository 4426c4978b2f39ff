#include "config/tree.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace redcode::app {
namespace {

struct FlagOnly {
  std::string_view command;  // its last word; "": any
  std::string_view key;
  std::string_view why;
};

constexpr std::string_view gives_up = "what gives up a protection is said each time, by flag";
constexpr std::array flag_only{
    FlagOnly{"", "help", "it is asked for by flag"},
    FlagOnly{"", "version", "it is asked for by flag"},
    FlagOnly{"", "config", "a configuration does not name another"},
    FlagOnly{"", "profile", "`profile:` stands at the top of the file"},
    FlagOnly{"", "json", "who calls a program knows in which form it wants the answer"},
    FlagOnly{"", "estimate", "the same command without it goes on with the run"},
    FlagOnly{"", "accept-probe", gives_up},
    FlagOnly{"", "execute-generated", gives_up},
    FlagOnly{"", "with-harmful-answers", gives_up},
    FlagOnly{"", "force", gives_up},
    FlagOnly{"prune", "transcripts", gives_up},
    FlagOnly{"reap", "all", gives_up},
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

std::vector<CLI::Option*> settings_of(CLI::App& command) {
  std::vector<CLI::Option*> settings;
  for (CLI::Option* option : command.get_options()) {
    const std::string key = key_of(*option);
    if (!key.empty() && why_flag_only(command, key).empty()) settings.push_back(option);
  }
  return settings;
}

CLI::Option* setting_of(CLI::App& command, std::string_view key) {
  for (CLI::Option* option : settings_of(command)) {
    if (key_of(*option) == key) return option;
  }
  return nullptr;
}

std::string why_flag_only(const CLI::App& command, std::string_view key) {
  for (const FlagOnly& one : flag_only) {
    const bool here = one.command.empty() || one.command == command.get_name();
    if (here && one.key == key) return std::string(one.why);
  }
  return {};
}

std::string variable_of(const CLI::App& command, const CLI::Option& option) {
  std::string name = "REDCODE";
  for (const std::string& word : words_of(command)) name += "_" + word;
  name += "_" + key_of(option);
  std::ranges::transform(name, name.begin(), [](unsigned char c) {
    return c == '-' ? '_' : static_cast<char>(std::toupper(c));
  });
  return name;
}

}  // namespace redcode::app
