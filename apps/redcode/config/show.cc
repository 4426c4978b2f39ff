// `redcode config show`: every value of a command, and where it came from.
#include <algorithm>
#include <array>
#include <cstdlib>

#include "base/failure.h"
#include "base/text.h"
#include "cli/cli.h"
#include "cli/config.h"
#include "config/commands.h"
#include "config/tree.h"
#include "report/export/scrub.h"
#include "run/setup/model.h"
#include "run/setup/options_json.h"

namespace redcode::app {
namespace {

struct Row {
  std::string key;
  std::optional<std::string> value;  // nothing: not set
  Origin origin;
};

// One command, with what it would run with.
struct Look {
  std::string command;  // "corpus prove"
  std::string file;
  std::string profile;
  std::vector<Row> rows;
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

std::string joined(const std::vector<std::string>& words, const char* between) {
  std::string text;
  for (const std::string& one : words) text += (text.empty() ? "" : between) + one;
  return text;
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

// Of what may be an address or a command: a short password in it looks like nothing.
bool is_hidden(const std::string& key, const std::string& value) {
  constexpr std::array keys = {"agent", "base-url", "fleet", "mirror", "pool", "proxy", "store"};
  if (key == "fleet" && value.starts_with('@')) return false;  // a file's name
  return std::ranges::find(keys, key) != keys.end() && setup::may_hold_secret(value);
}

// What a header holds is often a secret.
std::string without_secrets(const std::string& key, std::string value) {
  exports::Scrubber scrubber;
  if (key == "header") return value.substr(0, value.find(':')) + ": …";
  return is_hidden(key, value) ? "…" : scrubber.scrub(std::move(value));
}

Row row_of(const CLI::Option& option, Origin origin) {
  Row row{.key = key_of(option), .value = std::nullopt, .origin = std::move(origin)};
  if (row.origin.kind == Origin::Kind::standard) {
    const std::string value = option.get_default_str();
    if (!value.empty()) row.value = value;
    if (value.empty() && is_flag(option)) row.value = "false";
    return row;
  }
  std::vector<std::string> values;
  for (const std::string& one : option.results()) {
    values.push_back(without_secrets(row.key, one));
  }
  row.value = joined(values, ", ");
  return row;
}

Row* row_named(std::vector<Row>& rows, std::string_view key) {
  const auto found = std::ranges::find(rows, key, &Row::key);
  return found == rows.end() ? nullptr : &*found;
}

// Without an address or a variable of its own, a command takes the provider's.
void add_provider(std::vector<Row>& rows) {
  const Row* api = row_named(rows, "api");
  Row* url = row_named(rows, "base-url");
  Row* key = row_named(rows, "key-env");
  if (api == nullptr || url == nullptr || key == nullptr) return;
  const Result<wire::Format> format = wire::format_named(api->value.value_or(""));
  if (!format) return;
  const setup::ProviderVariables usual = setup::provider_variables(*format);
  const char* address = std::getenv(usual.base_url.c_str());
  if (!url->value && address != nullptr) {
    url->value = without_secrets(url->key, address);
    url->origin = {.kind = Origin::Kind::environment, .place = usual.base_url};
  }
  if (!key->value) key->value = usual.key;
}

Look look_at(std::vector<std::string> words, const std::string& config, Out& out) {
  if (!config.empty()) words.insert(words.begin(), "--config=" + config);
  CLI::App root("", "redcode");
  root.require_subcommand(1);
  Action unused;
  add_commands(root, unused);
  const std::shared_ptr<const Configured> done = configure(root, out, Telling::silent);
  try {
    root.parse(std::vector<std::string>(words.rbegin(), words.rend()));
  } catch (const CLI::RequiredError&) {
    // What it lacks does not matter to who only wants to look.
  } catch (const CLI::Success&) {
    // Nor is help wanted here.
  } catch (const CLI::ParseError& error) {
    throw Failure(Failure::Kind::unavailable, one_line(error.what(), 300));
  }
  CLI::App& command = called_command(root);
  Look look{.command = joined(words_of(command), " "),
            .file = done->file,
            .profile = done->profile,
            .rows = {}};
  for (const CLI::Option* option : settings_of(command)) {
    look.rows.push_back(row_of(*option, origin_of(*option, done->origins, words)));
  }
  add_provider(look.rows);
  return look;
}

void add_leaves(CLI::App& app, std::vector<std::vector<std::string>>& leaves) {
  for (CLI::App* command : commands_below(app)) {
    add_leaves(*command, leaves);
    if (!settings_of(*command).empty()) leaves.push_back(words_of(*command));
  }
}

// Every command that has a value from somewhere, with those values only.
std::vector<Look> look_around(const std::string& config, Out& out) {
  CLI::App root("", "redcode");
  Action unused;
  add_commands(root, unused);
  std::vector<std::vector<std::string>> leaves;
  add_leaves(root, leaves);
  std::vector<Look> looks;
  for (const std::vector<std::string>& words : leaves) {
    Look look = look_at(words, config, out);
    std::erase_if(look.rows,
                  [](const Row& row) { return row.origin.kind == Origin::Kind::standard; });
    if (!look.rows.empty()) looks.push_back(std::move(look));
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

void print(const Look& look, Out& out) {
  std::size_t keys = 0;
  std::size_t values = 0;
  for (const Row& row : look.rows) {
    keys = std::max(keys, row.key.size());
    values = std::max(values, std::min<std::size_t>(40, text_of(row.value).size()));
  }
  out.line("redcode {}", look.command);
  for (const Row& row : look.rows) {
    out.line("  {:<{}}  {:<{}}  {}", row.key, keys, text_of(row.value), values,
             one_line(from(row.origin), 300));
  }
}

Json json_of(const Look& look) {
  Json rows = Json::array();
  for (const Row& row : look.rows) {
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

int config_show(const ConfigShowOptions& options, Out& out) {
  std::vector<Look> looks;
  if (options.command.empty()) {
    looks = look_around(options.config, out);
  } else {
    looks.push_back(look_at(options.command, options.config, out));
    if (looks.back().rows.empty()) {
      throw Failure(Failure::Kind::unavailable,
                    fmt::format("`{}` has nothing to configure: name a command such as run or "
                                "corpus prove",
                                looks.back().command));
    }
  }
  for (const Look& look : looks) {
    if (options.json) {
      out.line("{}", dump_json(json_of(look)));
    } else {
      print(look, out);
    }
  }
  if (looks.empty()) out.line("Every command has its defaults.");
  return 0;
}

}  // namespace redcode::app
