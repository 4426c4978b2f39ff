#include "cli/config.h"

#include <fmt/ranges.h>

#include <cstdlib>

#include "base/text.h"
#include "config/commands.h"
#include "config/profiles.h"
#include "config/tree.h"

namespace redcode::app {
namespace {

constexpr const char* config_help =
    "configuration file, or none (default: $REDCODE_CONFIG, else ./redcode.yaml)";
constexpr const char* profile_help =
    "a set of options: quick, standard, paper, full, one of the file's own, or none "
    "[REDCODE_PROFILE]";

// The last word that was given for an option; "" if there is none.
std::string given(const CLI::App& command, const char* option) {
  const CLI::Option* found = command.get_option_no_throw(option);
  return found == nullptr || found->results().empty() ? "" : found->results().back();
}

[[noreturn]] void refuse(const std::vector<Error>& errors, Out& out) {
  for (const Error& error : errors) out.trouble("{}", escape_terminal(error.text()));
  throw CLI::ConfigError("the configuration has mistakes: see `redcode config check`");
}

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// By flag, variable or file.
std::string wanted_profile(const CLI::App& command, const ConfigFile* file) {
  std::string name = given(command, "--profile");
  if (name.empty()) name = environment("REDCODE_PROFILE");
  const yaml::Node* chosen = file == nullptr ? nullptr : file->root.find("profile");
  if (name.empty() && chosen != nullptr) name = chosen->text;
  return name == "none" ? "" : name;
}

void require_profile(const std::string& name, const CLI::App& command, const ConfigFile* file) {
  const yaml::Node* root = file == nullptr ? nullptr : &file->root;
  const yaml::Node* profile = profile_named(name, root);
  if (name.empty()) return;
  if (profile == nullptr) {
    const Error error = no_such_profile(name, root);
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

void fill_called(CLI::App& root, Configured& done, Out& out) {
  CLI::App& command = called_command(root);
  CLI::Option* profile = command.get_option_no_throw("--profile");
  if (profile == nullptr || command.get_help_ptr()->count() > 0) return;
  std::string flag = given(command, "--config");
  if (flag.empty()) flag = given(root, "--config");
  done.file = config_path(flag);
  ConfigRead file = ConfigFile();
  if (!done.file.empty()) file = read_config(done.file, root);
  if (!file) refuse(file.error(), out);
  file->named = config_is_named(flag);
  const Sources sources{.file = done.file.empty() ? nullptr : &*file,
                        .profile = wanted_profile(command, done.file.empty() ? nullptr : &*file)};
  require_profile(sources.profile, command, sources.file);
  done.profile = sources.profile;
  const std::vector<Error> errors = fill(command, sources, done.origins);
  if (!errors.empty()) refuse(errors, out);
  profile->clear();
  give(*profile, {done.profile});
}

void add_to_commands(CLI::App& app) {
  for (CLI::App* command : commands_below(app)) {
    add_to_commands(*command);
    if (settings_of(*command).empty() || command->get_option_no_throw("--config") != nullptr) {
      continue;
    }
    command->add_option("--config", config_help);
    if (command->get_option_no_throw("--profile") == nullptr) {
      command->add_option("--profile", profile_help);
    }
  }
}

}  // namespace

std::shared_ptr<const Configured> configure(CLI::App& root, Out& out, Telling telling) {
  add_to_commands(root);
  auto done = std::make_shared<Configured>();
  // CLI11 runs the program's own options first, and checks what is required last. So this one,
  // which always has a result, is where a command is filled.
  root.add_option_function<std::string>(
          "--config",
          [&root, &out, done, telling](const std::string&) {
            fill_called(root, *done, out);
            if (telling == Telling::aloud) tell(*done, out);
          },
          config_help)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast)
      ->add_result("");
  return done;
}

void add_profile_option(CLI::App& app, std::string& profile) {
  app.add_option("--profile", profile, profile_help);
}

void add_config(CLI::App& root, Action& chosen) {
  CLI::App* group =
      root.add_subcommand("config", "Options in a file: check, show where each is from")
          ->require_subcommand(1);
  Command<ConfigCheckOptions> check(*group, "check", "Is a configuration file sound? 2 if not",
                                    "config check redcode.yaml");
  check.app->add_option("file", check.options->file,
                        "(default: $REDCODE_CONFIG, else redcode.yaml)");
  check.app->callback([&root, &chosen, kept = check.options] {
    if (kept->file.empty()) kept->file = given(root, "--config");
    chosen = [kept](Out& out) { return config_check(*kept, out); };
  });

  Command<ConfigShowOptions> show(*group, "show",
                                  "Every value of the command that follows, and where it came from",
                                  "config show run --profile quick");
  show.app->add_flag("--json", show.options->json, "as JSON; before the command");
  // All that follows is the command's, in its order: an argument of `show` would take words from
  // between its flags.
  show.app->prefix_command();
  show.app->callback([&root, &chosen, app = show.app, kept = show.options] {
    kept->config = given(root, "--config");
    kept->command = app->remaining();
    chosen = [kept](Out& out) { return config_show(*kept, out); };
  });

  group->add_subcommand("schema", "A JSON Schema of the file, for editors and checks")
      ->footer("Example:\n  redcode config schema > redcode.schema.json")
      ->callback([&chosen] { chosen = config_schema; });

  Command<ConfigNewOptions> start(*group, "new", "Write a commented file to start from",
                                  "config new redcode.yaml");
  start.app->add_option("file", start.options->file, "where to")->capture_default_str();
  start.runs(chosen, config_new);
}

}  // namespace redcode::app
