#include "options/config_rules.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdlib>
#include <filesystem>

#include "base/text.h"
#include "options/options.h"
#include "report/export/scrub.h"
#include "run/setup/model.h"
#include "run/setup/options_json.h"

namespace redcode::app {
namespace {

// docs/configuration.md says how many trials each has, how long it takes and how sure it is.
// Each says all that decides which cases there are, so that it means the same above any file.
constexpr std::string_view built_in = R"(
quick:
  run: {subset: "", limit: 0, sample: 200, deadline: 5m}
standard:
  run: {subset: "", limit: 0, sample: 1500}
paper:
  run: {subset: paper, limit: 0, sample: 0}
full:
  run: {subset: "", limit: 0, sample: 0}
)";

yaml::Node built_in_profiles() {
  yaml::Complaints complaints("built-in profiles", "config");
  yaml::Node profiles = yaml::parse_yaml(built_in, complaints);
  assert(complaints.count() == 0);
  return profiles;
}

std::vector<cli::FlagOnly> flag_only() {
  constexpr std::string_view gives_up = "what gives up a protection is said each time, by flag";
  return {{"", "json", "who calls a program knows in which form it wants the answer"},
          {"", "estimate", "the same command without it goes on with the run"},
          {"", "accept-probe", gives_up},
          {"", "execute-generated", gives_up},
          {"", "with-harmful-answers", gives_up},
          {"", "force", gives_up},
          {"prune", "transcripts", gives_up},
          {"reap", "all", gives_up}};
}

bool sends_or_starts(const std::string& key, const std::vector<std::string>& values) {
  constexpr std::array always = {"base-url",   "fleet", "header", "key-env",
                                 "key-header", "pool",  "proxy",  "store"};
  if (std::ranges::find(always, key) != always.end()) return true;
  return std::ranges::any_of(values, [&key](const std::string& one) {
    // An engine's runtime may be the path of any program.
    if (key == "engine") return one.contains('/');
    return key == "agent" && (one.contains("command:") || one.contains("://"));
  });
}

bool is_written_to(const CLI::App& command, const std::string& key) {
  constexpr std::array always = {"cache", "keep", "log", "out"};
  if (std::ranges::find(always, key) != always.end()) return true;
  // Others only read the corpus.
  return key == "corpus" && (command.get_name() == "new" || command.get_name() == "prove");
}

// A file whose lines are told when they are not what they should be.
bool is_read_and_told(const std::string& key) {
  constexpr std::array always = {"permission", "policy", "prices", "script"};
  return std::ranges::find(always, key) != always.end();
}

// A link counts wherever it leads: what it points to may not be there yet.
bool leaves_this_folder(const std::filesystem::path& path) {
  if (path.is_absolute()) return true;
  std::filesystem::path so_far;
  for (const std::filesystem::path& part : path) {
    so_far /= part;
    std::error_code none;
    if (part == ".." || std::filesystem::is_symlink(so_far, none)) return true;
  }
  return false;
}

// What a setting does that a file which was merely found may not; "" if it may.
std::string_view too_much(const CLI::App& command, const std::string& key,
                          const std::vector<std::string>& values) {
  if (sends_or_starts(key, values)) return "decides where keys are sent or what is started here";
  if (!std::ranges::any_of(values, leaves_this_folder)) return "";
  if (is_written_to(command, key))
    return "names a place to write to that may be outside this folder";
  return is_read_and_told(key) ? "names a file to read that may be outside this folder" : "";
}

std::vector<yaml::Mark> secrets(std::string_view text) {
  exports::Scrubber scrubber;
  if (scrubber.scrub(std::string(text)) == text) return {};
  std::vector<yaml::Mark> found;
  int number = 0;
  for (const std::string& line : split(text, '\n')) {
    ++number;
    const std::string clean = scrubber.scrub(line);
    if (clean == line) continue;
    const auto at = std::ranges::mismatch(line, clean).in1 - line.begin();
    found.push_back({.line = number, .column = static_cast<int>(at) + 1});
  }
  if (found.empty()) found.emplace_back();
  return found;
}

// Of what may be an address or a command: a short password in it looks like nothing.
bool is_hidden(const std::string& key, const std::string& value) {
  constexpr std::array keys = {"agent", "base-url", "fleet", "mirror", "pool", "proxy", "store"};
  if (key == "fleet" && value.starts_with('@')) return false;  // a file's name
  return std::ranges::find(keys, key) != keys.end() && setup::may_hold_secret(value);
}

// What a header holds is often a secret.
std::string shown(const std::string& key, std::string value) {
  if (key == "header") return value.substr(0, value.find(':')) + ": …";
  return is_hidden(key, value) ? "…" : exports::Scrubber().scrub(std::move(value));
}

// Without an address or a variable of its own, a command takes the provider's.
void add_provider(std::vector<cli::ShownValue>& values) {
  const auto named = [&values](std::string_view key) {
    return std::ranges::find(values, key, &cli::ShownValue::key);
  };
  const auto api = named("api");
  const auto url = named("base-url");
  const auto key = named("key-env");
  if (api == values.end() || url == values.end() || key == values.end()) return;
  const Result<wire::Format> format = wire::format_named(api->value.value_or(""));
  if (!format) return;
  const setup::ProviderVariables usual = setup::provider_variables(*format);
  const char* address = std::getenv(usual.base_url.c_str());
  if (!url->value && address != nullptr) {
    url->value = shown(url->key, address);
    url->origin = {.kind = cli::Origin::Kind::environment, .place = usual.base_url};
  }
  if (!key->value) key->value = usual.key;
}

}  // namespace

const cli::ConfigRules& config_rules() {
  static const cli::ConfigRules rules{
      .program = "redcode",
      .format = "redcode/config/1",
      .add_commands = add_commands,
      .profiles = built_in_profiles(),
      .flag_only = flag_only(),
      .such_as = "run or corpus prove",
      .no_secrets =
          "keys are never in this file: put it in the environment, and the variable's "
          "name in `key-env`",
      .too_much = too_much,
      .secrets = secrets,
      .shown = shown,
      .add_usual = add_provider};
  return rules;
}

}  // namespace redcode::app
