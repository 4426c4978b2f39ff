#include "cli/config_commands.h"

#include <fmt/ranges.h>

#include <algorithm>

#include "base/failure.h"
#include "base/text.h"
#include "cli/config_check.h"
#include "cli/configure.h"
#include "cli/settings.h"

namespace redcode::cli {
namespace {

// One command, with what it would run with.
struct Look {
  std::string command;  // "corpus prove"
  std::string file;
  std::string profile;
  std::vector<ShownValue> values;
};

std::string_view word(Origin::Kind kind) {
  switch (kind) {
    case Origin::Kind::standard:
      return "default";
    case Origin::Kind::flag:
      return "flag";
    case Origin::Kind::environment:
      return "environment";
    case Origin::Kind::profile:
      return "profile";
    case Origin::Kind::file:
      return "file";
  }
  return "";
}

bool named(const std::vector<std::string>& words, const std::string& key) {
  return std::ranges::any_of(words, [flag = "--" + key](const std::string& one) {
    return one == flag || one.starts_with(flag + "=");
  });
}

Origin origin_of(const CLI::Option& option, const Origins& origins,
                 const std::vector<std::string>& words) {
  const auto found = origins.find(&option);
  if (found != origins.end()) return found->second;
  if (option.count() == 0) return {};
  if (named(words, key_of(option))) return {.kind = Origin::Kind::flag};
  return {.kind = Origin::Kind::environment, .place = option.get_envname()};
}

ShownValue shown_value(const CLI::Option& option, Origin origin, const ConfigRules& rules) {
  ShownValue shown{.key = key_of(option), .value = std::nullopt, .origin = std::move(origin)};
  if (shown.origin.kind == Origin::Kind::standard) {
    const std::string value = option.get_default_str();
    if (!value.empty()) shown.value = value;
    if (value.empty() && is_flag(option)) shown.value = "false";
    return shown;
  }
  std::vector<std::string> values;
  for (const std::string& one : option.results()) values.push_back(rules.shown(shown.key, one));
  shown.value = fmt::format("{}", fmt::join(values, ", "));
  return shown;
}

Look look_at(std::vector<std::string> words, const std::string& config, const ConfigRules& rules,
             Out& out) {
  if (!config.empty()) words.insert(words.begin(), "--config=" + config);
  FreshParser parser(rules);
  parser.root.require_subcommand(1);
  const std::shared_ptr<const Configured> done =
      configure(parser.root, rules, out, Telling::silent);
  try {
    parser.root.parse(std::vector<std::string>(words.rbegin(), words.rend()));
  } catch (const CLI::RequiredError&) {
    // What it lacks does not matter to who only wants to look.
  } catch (const CLI::Success&) {
    // Nor is help wanted here.
  } catch (const CLI::ParseError& error) {
    throw Failure(Failure::Kind::unavailable, one_line(error.what(), 300));
  }
  CLI::App& command = called_command(parser.root);
  Look look{.command = fmt::format("{}", fmt::join(words_of(command), " ")),
            .file = done->file,
            .profile = done->profile,
            .values = {}};
  for (const CLI::Option* option : settings_of(command, rules)) {
    look.values.push_back(shown_value(*option, origin_of(*option, done->origins, words), rules));
  }
  rules.add_usual(look.values);
  return look;
}

void add_leaves(CLI::App& app, const ConfigRules& rules,
                std::vector<std::vector<std::string>>& leaves) {
  for (CLI::App* command : commands_below(app)) {
    add_leaves(*command, rules, leaves);
    if (!settings_of(*command, rules).empty()) leaves.push_back(words_of(*command));
  }
}

// Every command that has a value from somewhere, with those values only.
std::vector<Look> look_around(const std::string& config, const ConfigRules& rules, Out& out) {
  FreshParser parser(rules);
  std::vector<std::vector<std::string>> leaves;
  add_leaves(parser.root, rules, leaves);
  std::vector<Look> looks;
  for (const std::vector<std::string>& words : leaves) {
    Look look = look_at(words, config, rules, out);
    std::erase_if(look.values,
                  [](const ShownValue& row) { return row.origin.kind == Origin::Kind::standard; });
    if (!look.values.empty()) looks.push_back(std::move(look));
  }
  return looks;
}

std::string text_of(const std::optional<std::string>& value) {
  if (!value) return "–";
  return value->empty() ? R"("")" : one_line(*value, 200);
}

std::string from(const Origin& origin) {
  const std::string kind(word(origin.kind));
  return origin.place.empty() ? kind : fmt::format("{} {}", kind, origin.place);
}

void print(const Look& look, const std::string& program, Out& out) {
  std::size_t keys = 0;
  std::size_t values = 0;
  for (const ShownValue& row : look.values) {
    keys = std::max(keys, row.key.size());
    values = std::max(values, std::min<std::size_t>(40, text_of(row.value).size()));
  }
  out.line("{} {}", program, look.command);
  for (const ShownValue& row : look.values) {
    out.line("  {:<{}}  {:<{}}  {}", row.key, keys, text_of(row.value), values,
             one_line(from(row.origin), 300));
  }
}

Json json_of(const Look& look) {
  Json rows = Json::array();
  for (const ShownValue& row : look.values) {
    rows.push_back({{"option", row.key},
                    {"value", row.value ? Json(valid_utf8(*row.value)) : Json(nullptr)},
                    {"from", word(row.origin.kind)},
                    {"place", valid_utf8(row.origin.place)}});
  }
  return {{"command", look.command},
          {"file", look.file.empty() ? Json(nullptr) : Json(valid_utf8(look.file))},
          {"profile", look.profile.empty() ? Json(nullptr) : Json(valid_utf8(look.profile))},
          {"options", std::move(rows)}};
}

}  // namespace

int config_check(const std::string& file, const ConfigRules& rules, Out& out) {
  const std::string path = config_path(file, rules);
  if (path.empty()) {
    throw Failure(Failure::Kind::unavailable,
                  fmt::format("no {0}.yaml here: name a file, or write one with `{0} config new`",
                              rules.program));
  }
  FreshParser parser(rules);
  ConfigRead read = read_config(path, parser.root, rules);
  std::vector<Error> errors;
  if (read) {
    yaml::Complaints complaints(path, "config");
    check_values({read->root, parser.root, rules}, complaints);
    errors = std::move(complaints).take();
  } else {
    errors = std::move(read.error());
  }
  for (const Error& error : errors) out.line("{}", escape_terminal(error.text()));
  if (errors.empty()) out.line("{} is sound.", escape_terminal(path));
  return errors.empty() ? 0 : 2;
}

int config_show(const ConfigShowOptions& options, const ConfigRules& rules, Out& out) {
  std::vector<Look> looks;
  if (options.command.empty()) {
    looks = look_around(options.config, rules, out);
  } else {
    looks.push_back(look_at(options.command, options.config, rules, out));
    if (looks.back().values.empty()) {
      throw Failure(Failure::Kind::unavailable,
                    fmt::format("`{}` has nothing to configure: name a command such as {}",
                                looks.back().command, rules.such_as));
    }
  }
  for (const Look& look : looks) {
    if (options.json) {
      out.line("{}", dump_json(json_of(look)));
    } else {
      print(look, rules.program, out);
    }
  }
  if (looks.empty()) out.line("Every command has its defaults.");
  return 0;
}

}  // namespace redcode::cli
