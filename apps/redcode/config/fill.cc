#include "config/fill.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <utility>

#include "base/text.h"
#include "config/profiles.h"
#include "config/tree.h"

namespace redcode::app {
namespace {

// A value that waits to be given, and where it stands.
struct Found {
  std::vector<std::string> values;
  Origin origin;
  Where where = {};
};

std::optional<Found> in_environment(const CLI::App& command, const CLI::Option& option) {
  const std::string name = variable_of(command, option);
  const char* value = std::getenv(name.c_str());
  if (value == nullptr || *value == '\0') return std::nullopt;
  return Found{.values = {value},
               .origin = {.kind = Origin::Kind::environment, .place = name},
               .where = {.file = name}};
}

const yaml::Node* member(const yaml::Node* sections, const std::vector<std::string>& words,
                         const std::string& key) {
  const yaml::Node* section = sections == nullptr ? nullptr : section_for(*sections, words);
  return section == nullptr ? nullptr : section->find(key);
}

Where place_of(const yaml::Node& node, const Sources& sources) {
  if (sources.file == nullptr) return {};
  return {.file = sources.file->path, .line = node.mark.line, .column = node.mark.column};
}

std::string text_of(const Where& where) {
  return fmt::format("{}:{}:{}", where.file, where.line, where.column);
}

std::optional<Found> in_sources(const CLI::App& command, const std::string& key,
                                const Sources& sources) {
  const std::vector<std::string> words = words_of(command);
  const yaml::Node* root = sources.file == nullptr ? nullptr : &sources.file->root;
  const yaml::Node* profile = profile_named(sources.profile, root);
  if (const yaml::Node* node = member(profile, words, key)) {
    const bool own = builtin_profile(sources.profile) == nullptr;
    Found found{.values = values_of(*node),
                .origin = {.kind = Origin::Kind::profile, .place = sources.profile}};
    if (own) found.where = place_of(*node, sources);
    found.origin.place += own ? ", " + text_of(found.where) : ", built in";
    return found;
  }
  if (const yaml::Node* node = member(root, words, key)) {
    const Where where = place_of(*node, sources);
    return Found{.values = values_of(*node),
                 .origin = {.kind = Origin::Kind::file, .place = text_of(where)},
                 .where = where};
  }
  return std::nullopt;
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

std::optional<Error> not_named(const CLI::App& command, const std::string& key, const Found& found,
                               const Sources& sources) {
  // A built-in profile's values stand in no file.
  const bool merely_found =
      sources.file != nullptr && !sources.file->named && found.where.file == sources.file->path;
  const std::string_view what = merely_found ? too_much(command, key, found.values) : "";
  if (what.empty()) return std::nullopt;
  return Error{.code = "config-not-named",
               .message = fmt::format("{} {}, and this file was found, not named", key, what),
               .hint = fmt::format("if it is yours: --config {0}, or REDCODE_CONFIG={0}",
                                   sources.file->path),
               .where = found.where};
}

}  // namespace

std::string give(CLI::Option& option, std::vector<std::string> values) {
  try {
    if (is_flag(option)) values.front() = option.get_flag_value(key_of(option), values.front());
    option.add_result(std::move(values));
    option.run_callback();
  } catch (const CLI::Error& error) {
    return one_line(error.what(), 300);
  }
  return {};
}

std::vector<Error> fill(CLI::App& command, const Sources& sources, Origins& origins) {
  std::vector<Error> errors;
  for (CLI::Option* option : settings_of(command)) {
    if (option->count() > 0) continue;
    std::optional<Found> found = in_environment(command, *option);
    if (!found) found = in_sources(command, key_of(*option), sources);
    if (!found) continue;
    if (std::optional<Error> error = not_named(command, key_of(*option), *found, sources)) {
      errors.push_back(*std::move(error));
      continue;
    }
    origins[option] = std::move(found->origin);
    const std::string why = give(*option, std::move(found->values));
    if (why.empty()) continue;
    errors.push_back(
        {.code = "config-bad-value", .message = why, .where = std::move(found->where)});
  }
  return errors;
}

}  // namespace redcode::app
