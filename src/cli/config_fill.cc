#include "cli/config_fill.h"

#include <optional>
#include <utility>

#include "base/text.h"
#include "cli/settings.h"

namespace redcode::cli {
namespace {

// A value that waits to be given, and where it stands.
struct Found {
  std::vector<std::string> values;
  Origin origin;
  Where where = {};
};

std::optional<Found> in_environment(const CLI::App& command, const CLI::Option& option,
                                    const ConfigRules& rules) {
  const std::string name = variable_of(command, option, rules);
  const std::string value = environment(name);
  if (value.empty()) return std::nullopt;
  return Found{.values = {value},
               .origin = {.kind = Origin::Kind::environment, .place = name},
               .where = {.file = name}};
}

const yaml::Node* member(const yaml::Node* sections, const std::vector<std::string>& words,
                         const std::string& key) {
  const yaml::Node* section = sections == nullptr ? nullptr : section_for(*sections, words);
  return section == nullptr ? nullptr : section->find(key);
}

Where place_of(const yaml::Node& node, const ConfigFile& file) {
  return {.file = file.path, .line = node.mark.line, .column = node.mark.column};
}

std::string text_of(const Where& where) {
  return fmt::format("{}:{}:{}", where.file, where.line, where.column);
}

std::optional<Found> in_sources(const CLI::App& command, const std::string& key,
                                const Sources& sources) {
  const std::vector<std::string> words = words_of(command);
  const ConfigFile& file = sources.file;
  const yaml::Node* profile = profile_named(sources.profile, file.root, sources.rules);
  if (const yaml::Node* node = member(profile, words, key)) {
    const bool own = sources.rules.profiles.find(sources.profile) == nullptr;
    Found found{.values = values_of(*node),
                .origin = {.kind = Origin::Kind::profile, .place = sources.profile}};
    if (own) found.where = place_of(*node, file);
    found.origin.place += own ? ", " + text_of(found.where) : ", built in";
    return found;
  }
  if (const yaml::Node* node = member(&file.root, words, key)) {
    const Where where = place_of(*node, file);
    return Found{.values = values_of(*node),
                 .origin = {.kind = Origin::Kind::file, .place = text_of(where)},
                 .where = where};
  }
  return std::nullopt;
}

// A file that was merely found may be somebody else's, and does not decide everything. A built-in
// profile's values stand in no file.
std::optional<Error> not_named(const CLI::App& command, const std::string& key, const Found& found,
                               const Sources& sources) {
  const ConfigFile& file = sources.file;
  if (file.named || found.where.file.empty() || found.where.file != file.path) return std::nullopt;
  const std::string_view what = sources.rules.too_much(command, key, found.values);
  if (what.empty()) return std::nullopt;
  return Error{.code = "config-not-named",
               .message = fmt::format("{} {}, and this file was found, not named", key, what),
               .hint = fmt::format("if it is yours: --config {0}, or {1}={0}", file.path,
                                   as_variable(sources.rules.program + "_config")),
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
  for (CLI::Option* option : settings_of(command, sources.rules)) {
    if (option->count() > 0) continue;
    std::optional<Found> found = in_environment(command, *option, sources.rules);
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

}  // namespace redcode::cli
