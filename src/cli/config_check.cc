#include "cli/config_check.h"

#include <fmt/ranges.h>

#include <algorithm>

#include "base/text.h"
#include "base/yaml/fields.h"
#include "cli/config_file.h"
#include "cli/config_fill.h"
#include "cli/settings.h"

namespace redcode::cli {
namespace {

using yaml::Complaints;
using yaml::Node;

bool is_scalar(const Node& node) {
  return node.kind == Node::Kind::text || node.kind == Node::Kind::integer ||
         node.kind == Node::Kind::number;
}

// Somebody looked for a place to put a key.
bool called_secret(std::string_view key) {
  static const std::vector<std::string> words{"key",   "api-key",  "apikey", "api_key",
                                              "token", "password", "secret"};
  return std::ranges::find(words, lower(key)) != words.end();
}

void check_scalar(const Node& node, Complaints& complaints) {
  if (!is_scalar(node)) {
    complaints.add(node.mark, complaints.code("wrong-type"),
                   fmt::format("expected text or a number, found {}", name(node.kind)),
                   node.kind == Node::Kind::boolean ? "put it in quotes" : "");
  }
}

void check_setting(const Node& node, const CLI::Option& option, Complaints& complaints) {
  if (is_flag(option)) {
    yaml::expect(node, Node::Kind::boolean, complaints);
  } else if (node.kind == Node::Kind::list && is_list(option)) {
    for (const Node& item : node.children) check_scalar(item, complaints);
  } else {
    check_scalar(node, complaints);
  }
}

void complain_of_key(const Node& node, CLI::App& app, const std::vector<std::string>& known,
                     const ConfigRules& rules, Complaints& complaints) {
  const std::string_view why = why_flag_only(app, node.key, rules);
  const std::string unknown = fmt::format("unknown key {}", yaml::shown(node.key));
  const std::string near = nearest(node.key, known);
  if (!why.empty() && app.get_option_no_throw("--" + node.key) != nullptr) {
    complaints.add(node.key_mark, complaints.code("flag-only"),
                   fmt::format("'{}' cannot be configured", node.key), std::string(why));
  } else if (called_secret(node.key)) {
    complaints.add(node.key_mark, complaints.code("secret"), unknown, rules.no_secrets);
  } else {
    complaints.add(node.key_mark, complaints.code("unknown-key"), unknown,
                   near.empty() ? fmt::format("known here: {}", fmt::join(known, ", "))
                                : fmt::format("did you mean '{}'?", near));
  }
}

// A section of which everything is commented out is nothing.
bool is_section(const Node& node, Complaints& complaints) {
  return node.kind != Node::Kind::null && yaml::expect(node, Node::Kind::map, complaints);
}

void check_member(const Node& node, CLI::App& app, std::vector<std::string> known,
                  const ConfigRules& rules, Complaints& complaints);

// Sections of commands at and below `app`, as a profile has them.
void check_sections(const Node& sections, CLI::App& app, const ConfigRules& rules,
                    Complaints& complaints) {
  if (!is_section(sections, complaints)) return;
  for (const Node& node : sections.children) {
    if (complaints.count() >= Complaints::limit) return;
    check_member(node, app, {}, rules, complaints);
  }
}

// The program itself has no settings, only its commands have.
void check_member(const Node& node, CLI::App& app, std::vector<std::string> known,
                  const ConfigRules& rules, Complaints& complaints) {
  if (CLI::App* command = command_below(app, node.key)) {
    return check_sections(node, *command, rules, complaints);
  }
  std::vector<CLI::Option*> settings;
  if (app.get_parent() != nullptr) settings = settings_of(app, rules);
  for (const CLI::Option* option : settings) {
    if (key_of(*option) == node.key) return check_setting(node, *option, complaints);
  }
  for (const CLI::App* command : commands_below(app)) known.push_back(command->get_name());
  for (const CLI::Option* option : settings) known.push_back(key_of(*option));
  complain_of_key(node, app, known, rules, complaints);
}

void check_profiles(const Node& profiles, const Checked& checked, Complaints& complaints) {
  if (!is_section(profiles, complaints)) return;
  for (const Node& profile : profiles.children) {
    if (profile.key == "none" || checked.rules.profiles.find(profile.key) != nullptr) {
      complaints.add(profile.key_mark, complaints.code("profile-name"),
                     fmt::format("'{}' is built in", profile.key), "take another name");
    }
    check_sections(profile, checked.root, checked.rules, complaints);
  }
}

void check_choice(const Node& choice, const Checked& checked, Complaints& complaints) {
  const std::string wanted = yaml::text_of(choice, complaints);
  if (wanted.empty() || wanted == "none") return;
  if (profile_named(wanted, checked.file, checked.rules) != nullptr) return;
  const Error error = no_such_profile(wanted, checked.file, checked.rules);
  complaints.add(choice.mark, error.code, error.message, error.hint);
}

void check_format(const Checked& checked, Complaints& complaints) {
  const Node* format = checked.file.find("format");
  if (format != nullptr && format->text == checked.rules.format) return;
  complaints.add(format == nullptr ? checked.file.mark : format->mark,
                 complaints.code(format == nullptr ? "missing-key" : "bad-value"),
                 format == nullptr ? "'format' is missing" : "another format",
                 fmt::format("write `format: {}`", checked.rules.format));
}

void check_command(const Node& sections, CLI::App& command, const ConfigRules& rules,
                   Complaints& complaints) {
  for (const Node& node : sections.children) {
    if (CLI::App* below = command_below(command, node.key)) {
      check_command(node, *below, rules, complaints);
    } else if (CLI::Option* option = setting_of(command, node.key, rules)) {
      option->clear();
      const std::string why = give(*option, values_of(node));
      if (why.empty()) continue;
      complaints.add(node.mark, complaints.code("bad-value"), fmt::format("{}: {}", node.key, why));
    }
  }
}

}  // namespace

void check_secrets(std::string_view text, const ConfigRules& rules, Complaints& complaints) {
  for (const yaml::Mark mark : rules.secrets(text)) {
    const bool somewhere = mark == yaml::Mark();
    complaints.add(
        somewhere ? yaml::Mark{.line = 1, .column = 1} : mark, complaints.code("secret"),
        somewhere ? "something over several lines looks like a secret" : "this looks like a secret",
        rules.no_secrets);
  }
}

void check_config(const Checked& checked, Complaints& complaints) {
  if (!yaml::expect(checked.file, Node::Kind::map, complaints)) return;
  check_format(checked, complaints);
  for (const Node& node : checked.file.children) {
    if (node.key == "format") continue;
    if (node.key == "profile") {
      check_choice(node, checked, complaints);
    } else if (node.key == "profiles") {
      check_profiles(node, checked, complaints);
    } else {
      check_member(node, checked.root, {"format", "profile", "profiles"}, checked.rules,
                   complaints);
    }
  }
}

void check_values(const Checked& checked, Complaints& complaints) {
  check_command(checked.file, checked.root, checked.rules, complaints);
  const Node* profiles = checked.file.find("profiles");
  if (profiles == nullptr) return;
  for (const Node& profile : profiles->children) {
    check_command(profile, checked.root, checked.rules, complaints);
  }
}

}  // namespace redcode::cli
