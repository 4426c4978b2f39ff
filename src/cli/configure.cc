#include "cli/configure.h"

#include <fmt/ranges.h>

#include <algorithm>

#include "base/text.h"
#include "cli/settings.h"

namespace redcode::cli {
namespace {

std::string config_help(const ConfigRules& rules) {
  return fmt::format("configuration file, or none (default: ${}, else ./{}.yaml)",
                     as_variable(rules.program + "_config"), rules.program);
}

std::string profile_variable(const ConfigRules& rules) {
  return as_variable(rules.program + "_profile");
}

std::string profile_help(const ConfigRules& rules) {
  return fmt::format("a set of options: {}, one of the file's own, or none [{}]",
                     fmt::join(profile_names({}, rules), ", "), profile_variable(rules));
}

[[noreturn]] void refuse(const std::vector<Error>& errors, const ConfigRules& rules, Out& out) {
  for (const Error& error : errors) out.trouble("{}", escape_terminal(error.text()));
  throw CLI::ConfigError(
      fmt::format("the configuration has mistakes: see `{} config check`", rules.program));
}

// By flag, variable or file.
std::string wanted_profile(const CLI::App& command, const ConfigFile& file,
                           const ConfigRules& rules) {
  std::string name = given(command, "--profile");
  if (name.empty()) name = environment(profile_variable(rules));
  const yaml::Node* chosen = file.root.find("profile");
  if (name.empty() && chosen != nullptr) name = chosen->text;
  return name == "none" ? "" : name;
}

void require_profile(const CLI::App& command, const Sources& sources) {
  const std::string& name = sources.profile;
  if (name.empty()) return;
  const yaml::Node* profile = profile_named(name, sources.file.root, sources.rules);
  if (profile == nullptr) {
    const Error error = no_such_profile(name, sources.file.root, sources.rules);
    throw CLI::ConfigError(fmt::format("{}; {}", error.message, error.hint));
  }
  const std::vector<std::string> words = words_of(command);
  const bool by_flag = !given(command, "--profile").empty();
  if (by_flag && section_for(*profile, words) == nullptr) {
    throw CLI::ConfigError(
        fmt::format("the profile {} says nothing of `{}`", name, fmt::join(words, " ")));
  }
}

// A file that was not named may be somebody else's: whoever runs the command sees that it counts.
void tell(const Configured& done, Out& out) {
  const auto from_file = [](const auto& one) {
    return one.second.kind == Origin::Kind::file || one.second.kind == Origin::Kind::profile;
  };
  if (std::ranges::none_of(done.origins, from_file)) return;
  out.trouble("Options from {}{}{}.", done.file,
              done.file.empty() || done.profile.empty() ? "" : ", ",
              done.profile.empty() ? "" : "profile " + done.profile);
}

void fill_called(CLI::App& root, const ConfigRules& rules, Configured& done, Out& out) {
  CLI::App& command = called_command(root);
  CLI::Option* profile = command.get_option_no_throw("--profile");
  if (profile == nullptr || command.get_help_ptr()->count() > 0) return;
  std::string flag = given(command, "--config");
  if (flag.empty()) flag = given(root, "--config");
  done.file = config_path(flag, rules);
  ConfigRead file = ConfigFile();
  if (!done.file.empty()) file = read_config(done.file, root, rules);
  if (!file) refuse(file.error(), rules, out);
  file->named = config_is_named(flag, rules);
  done.profile = wanted_profile(command, *file, rules);
  const Sources sources{.file = *file, .profile = done.profile, .rules = rules};
  require_profile(command, sources);
  const std::vector<Error> errors = fill(command, sources, done.origins);
  if (!errors.empty()) refuse(errors, rules, out);
  profile->clear();
  give(*profile, {done.profile});
}

void add_to_commands(CLI::App& app, const ConfigRules& rules) {
  for (CLI::App* command : commands_below(app)) {
    add_to_commands(*command, rules);
    if (settings_of(*command, rules).empty() ||
        command->get_option_no_throw("--config") != nullptr) {
      continue;
    }
    command->add_option("--config")->description(config_help(rules));
    if (command->get_option_no_throw("--profile") == nullptr) {
      command->add_option("--profile")->description(profile_help(rules));
    }
  }
}

}  // namespace

std::string given(const CLI::App& command, const char* option) {
  const CLI::Option* found = command.get_option_no_throw(option);
  return found == nullptr || found->results().empty() ? "" : found->results().back();
}

std::shared_ptr<const Configured> configure(CLI::App& root, const ConfigRules& rules, Out& out,
                                            Telling telling) {
  add_to_commands(root, rules);
  auto done = std::make_shared<Configured>();
  // CLI11 runs the program's own options first, and checks what is required last. So this one,
  // which always has a result, is where a command is filled.
  root.add_option_function<std::string>(
          "--config",
          [&root, &rules, &out, done, telling](const std::string&) {
            fill_called(root, rules, *done, out);
            if (telling == Telling::aloud) tell(*done, out);
          },
          config_help(rules))
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast)
      ->add_result("");
  return done;
}

void add_profile_option(CLI::App& app, std::string& profile, const ConfigRules& rules) {
  app.add_option("--profile", profile, profile_help(rules));
}

}  // namespace redcode::cli
