#include <algorithm>
#include <charconv>

#include "cli/config_commands.h"
#include "cli/config_file.h"
#include "cli/page.h"
#include "cli/settings.h"

namespace redcode::cli {
namespace {

Json number_of(const std::string& text) {
  double value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  if (value == static_cast<double>(static_cast<std::int64_t>(value))) {
    return static_cast<std::int64_t>(value);
  }
  return value;
}

// "1 to 100", "above 0"
void add_range(Json& schema, const std::string& range) {
  if (range == "above 0") schema["exclusiveMinimum"] = 0;
  const std::size_t to = range.find(" to ");
  if (to == std::string::npos) return;
  schema["minimum"] = number_of(range.substr(0, to));
  schema["maximum"] = number_of(range.substr(to + 4));
}

Json scalar_schema(const OptionPage& page, const std::string& type) {
  if (!page.choices.empty()) return {{"enum", page.choices}};
  if (page.value == "TIME") return {{"type", {"string", "integer"}}};
  Json schema{{"type", {"string", "number"}}};
  if (page.value != "N") return schema;
  schema["type"] = type.starts_with("FLOAT") ? "number" : "integer";
  if (type.starts_with("UINT")) schema["minimum"] = 0;
  add_range(schema, page.range);
  return schema;
}

Json default_of(const OptionPage& page) {
  return page.value == "N" ? number_of(page.standard) : Json(page.standard);
}

Json setting_schema(const OptionPage& page, const CLI::Option& option) {
  Json schema{{"type", "boolean"}};
  if (!is_flag(option)) schema = scalar_schema(page, option.get_type_name());
  if (is_list(option)) {
    schema = {{"anyOf", {schema, {{"type", "array"}, {"items", schema}}}}};
  }
  schema["description"] = page.help;
  if (!page.standard.empty()) schema["default"] = default_of(page);
  return schema;
}

Json object_of(const std::string& help, Json properties) {
  return {{"type", {"object", "null"}},
          {"description", help},
          {"additionalProperties", false},
          {"properties", std::move(properties)}};
}

// Nothing of a command that has nothing to configure.
Json command_schema(CLI::App& command, const ConfigRules& rules) {
  Json properties = Json::object();
  for (CLI::App* below : commands_below(command)) {
    Json schema = command_schema(*below, rules);
    if (!schema.is_null()) properties[below->get_name()] = std::move(schema);
  }
  const CommandPage page = page_of(command);
  for (const OptionPage& option : page.options) {
    if (option.argument) continue;
    const std::string& name = option.names.back();
    const CLI::Option* found = setting_of(command, name.substr(2), rules);
    if (found != nullptr) properties[name.substr(2)] = setting_schema(option, *found);
  }
  if (properties.empty()) return nullptr;
  return object_of(command.get_description(), std::move(properties));
}

}  // namespace

Json config_schema(const ConfigRules& rules) {
  FreshParser parser(rules);
  Json definitions = Json::object();
  Json sections = Json::object();
  for (CLI::App* command : commands_below(parser.root)) {
    Json schema = command_schema(*command, rules);
    if (schema.is_null()) continue;
    definitions[command->get_name()] = std::move(schema);
    sections[command->get_name()] = {{"$ref", "#/$defs/" + command->get_name()}};
  }
  definitions["profile"] = object_of("options of commands, under a name", sections);
  const std::vector<std::string> built_in = profile_names({}, rules);
  Json properties = sections;
  properties["format"] = {{"const", rules.format}};
  properties["profile"] = {{"type", "string"},
                           {"description", "the profile in use, unless --profile names another"},
                           {"examples", built_in}};
  properties["profiles"] = {{"type", {"object", "null"}},
                            {"description", "profiles of your own"},
                            {"propertyNames", {{"not", {{"enum", built_in}}}}},
                            {"additionalProperties", {{"$ref", "#/$defs/profile"}}}};
  Json schema = object_of(fmt::format("{0}.yaml: options of {0}'s commands", rules.program),
                          std::move(properties));
  std::string urn = "urn/" + rules.format;
  std::ranges::replace(urn, '/', ':');
  schema["type"] = "object";
  schema["required"] = {"format"};
  schema["$schema"] = "https://json-schema.org/draft/2020-12/schema";
  schema["$id"] = urn;
  schema["title"] = "Configuration";
  schema["$defs"] = std::move(definitions);
  return schema;
}

}  // namespace redcode::cli
