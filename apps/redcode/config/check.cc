#include "config/check.h"

#include <fmt/ranges.h>

#include <algorithm>

#include "base/text.h"
#include "base/yaml/fields.h"
#include "config/fill.h"
#include "config/profiles.h"
#include "config/tree.h"
#include "report/export/scrub.h"

namespace redcode::app {
namespace {

using yaml::Complaints;
using yaml::Node;

constexpr const char* no_secrets =
    "keys are never in this file: put it in the environment, and the variable's name in `key-env`";

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

void complain_of_key(const Node& node, CLI::App& app, std::vector<std::string> known,
                     Complaints& complaints) {
  const std::string why = why_flag_only(app, node.key);
  if (!why.empty() && app.get_option_no_throw("--" + node.key) != nullptr) {
    complaints.add(node.key_mark, complaints.code("flag-only"),
                   fmt::format("'{}' cannot be configured", node.key), why);
    return;
  }
  if (called_secret(node.key)) {
    complaints.add(node.key_mark, complaints.code("secret"),
                   fmt::format("unknown key {}", yaml::shown(node.key)), no_secrets);
    return;
  }
  const std::string near = nearest(node.key, known);
  complaints.add(node.key_mark, complaints.code("unknown-key"),
                 fmt::format("unknown key {}", yaml::shown(node.key)),
                 near.empty() ? fmt::format("known here: {}", fmt::join(known, ", "))
                              : fmt::format("did you mean '{}'?", near));
}

// A section of which everything is commented out is nothing.
bool is_section(const Node& node, Complaints& complaints) {
  return node.kind != Node::Kind::null && yaml::expect(node, Node::Kind::map, complaints);
}

void check_member(const Node& node, CLI::App& app, const std::vector<std::string>& more,
                  Complaints& complaints) {
  if (CLI::App* command = command_below(app, node.key)) {
    check_sections(node, *command, complaints);
    return;
  }
  if (const CLI::Option* option = setting_of(app, node.key)) {
    if (app.get_parent() != nullptr) return check_setting(node, *option, complaints);
  }
  std::vector<std::string> known = more;
  for (const CLI::App* command : commands_below(app)) known.push_back(command->get_name());
  if (app.get_parent() != nullptr) {
    for (const CLI::Option* option : settings_of(app)) known.push_back(key_of(*option));
  }
  complain_of_key(node, app, std::move(known), complaints);
}

void check_profiles(const Node& profiles, CLI::App& root, Complaints& complaints) {
  if (!is_section(profiles, complaints)) return;
  for (const Node& profile : profiles.children) {
    if (profile.key == "none" || builtin_profile(profile.key) != nullptr) {
      complaints.add(profile.key_mark, complaints.code("profile-name"),
                     fmt::format("'{}' is built in", profile.key), "take another name");
    }
    check_sections(profile, root, complaints);
  }
}

void check_choice(const Node& choice, const Node& file, Complaints& complaints) {
  const std::string wanted = yaml::text_of(choice, complaints);
  if (wanted.empty() || wanted == "none" || profile_named(wanted, &file) != nullptr) return;
  const Error error = no_such_profile(wanted, &file);
  complaints.add(choice.mark, error.code, error.message, error.hint);
}

void check_format(const Node* format, const Node& file, Complaints& complaints) {
  if (format != nullptr && format->text == config_format) return;
  complaints.add(format == nullptr ? file.mark : format->mark,
                 complaints.code(format == nullptr ? "missing-key" : "bad-value"),
                 format == nullptr ? "'format' is missing" : "another format",
                 fmt::format("write `format: {}`", config_format));
}

void check_command(const Node& sections, CLI::App& command, Complaints& complaints) {
  for (const Node& node : sections.children) {
    if (CLI::App* below = command_below(command, node.key)) {
      check_command(node, *below, complaints);
    } else if (CLI::Option* option = setting_of(command, node.key)) {
      option->clear();
      const std::string why = give(*option, values_of(node));
      if (why.empty()) continue;
      complaints.add(node.mark, complaints.code("bad-value"), fmt::format("{}: {}", node.key, why));
    }
  }
}

}  // namespace

void check_secrets(std::string_view text, Complaints& complaints) {
  exports::Scrubber scrubber;
  if (scrubber.scrub(std::string(text)) == text) return;
  const std::size_t before = complaints.count();
  int number = 0;
  for (const std::string& line : split(text, '\n')) {
    ++number;
    const std::string clean = scrubber.scrub(line);
    if (clean == line) continue;
    const auto at = std::ranges::mismatch(line, clean).in1 - line.begin();
    complaints.add({.line = number, .column = static_cast<int>(at) + 1}, complaints.code("secret"),
                   "this looks like a secret", no_secrets);
  }
  if (complaints.count() > before) return;
  complaints.add({.line = 1, .column = 1}, complaints.code("secret"),
                 "something over several lines looks like a secret", no_secrets);
}

void check_sections(const Node& sections, CLI::App& app, Complaints& complaints) {
  if (!is_section(sections, complaints)) return;
  for (const Node& node : sections.children) {
    if (complaints.count() >= Complaints::limit) return;
    check_member(node, app, {}, complaints);
  }
}

void check_config(const Node& file, CLI::App& root, Complaints& complaints) {
  if (!yaml::expect(file, Node::Kind::map, complaints)) return;
  check_format(file.find("format"), file, complaints);
  for (const Node& node : file.children) {
    if (node.key == "format") continue;
    if (node.key == "profile") {
      check_choice(node, file, complaints);
    } else if (node.key == "profiles") {
      check_profiles(node, root, complaints);
    } else {
      check_member(node, root, {"format", "profile", "profiles"}, complaints);
    }
  }
}

void check_values(const Node& file, CLI::App& root, Complaints& complaints) {
  check_command(file, root, complaints);
  const Node* profiles = file.find("profiles");
  if (profiles == nullptr) return;
  for (const Node& profile : profiles->children) check_command(profile, root, complaints);
}

}  // namespace redcode::app
