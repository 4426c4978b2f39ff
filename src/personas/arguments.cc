#include "personas/arguments.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>

#include "base/text.h"

namespace redcode::personas {
namespace {

constexpr int deepest = 4;
constexpr std::size_t most_required = 64;

const Json& part_of(const Json& json, std::string_view key) {
  static const Json nothing;
  if (!json.is_object()) return nothing;
  const auto found = json.find(std::string(key));
  return found == json.end() ? nothing : *found;
}

// The schema itself, or of several alternatives the first that is not null.
const Json& plain(const Json& schema) {
  for (const std::string_view key : {"anyOf", "oneOf"}) {
    const Json& choices = part_of(schema, key);
    if (!choices.is_array()) continue;
    for (const Json& choice : choices) {
      if (part_of(choice, "type") != "null") return choice;
    }
  }
  return schema;
}

// "string", "array", ...; gemini writes "STRING", and some write ["string", "null"].
std::string type_of(const Json& schema) {
  const Json& type = part_of(schema, "type");
  if (type.is_string()) return lower(type.get<std::string>());
  if (!type.is_array()) return "";
  for (const Json& one : type) {
    if (one.is_string() && one != "null") return lower(one.get<std::string>());
  }
  return "";
}

Json number_for(std::string_view name, const Json& schema) {
  const std::string word = lower(name);
  double number = 1;
  if (word.contains("timeout")) number = word.contains("ms") ? 60'000 : 60;
  number = std::max(number, member_or<double>(schema, "minimum", number));
  number = std::min(number, member_or<double>(schema, "maximum", number));
  constexpr double plain_size = 1e9;  // beyond it, it need not be written as an integer
  if (std::abs(number) > plain_size) return number;
  return static_cast<std::int64_t>(number);
}

Json filled(const Json& schema, int depth);

Json value_for(std::string_view name, const Json& any_schema, int depth) {
  const Json& schema = plain(any_schema);
  if (schema.is_object() && schema.contains("const")) return schema["const"];
  const Json& choices = part_of(schema, "enum");
  if (choices.is_array() && !choices.empty()) return choices.front();
  const std::string type = type_of(schema);
  if (type == "boolean") return false;
  if (type == "number" || type == "integer") return number_for(name, schema);
  if (type == "array") return Json::array();
  if (type == "object") return depth > deepest ? Json::object() : filled(schema, depth + 1);
  return "run a command";
}

// What the schema requires.
Json filled(const Json& schema, int depth) {
  Json values = Json::object();
  const Json& required = part_of(schema, "required");
  if (!required.is_array()) return values;
  for (const Json& each : required) {
    if (!each.is_string() || values.size() >= most_required) continue;
    const std::string name = each.get<std::string>();
    values[name] = value_for(name, part_of(part_of(schema, "properties"), name), depth);
  }
  return values;
}

// `text` in the form the property takes; nothing if it takes a few fixed words, or no text at all.
std::optional<Json> fitting(std::string_view name, const Json& any_schema,
                            std::span<const std::string_view> places, std::string_view text) {
  const Json& schema = plain(any_schema);
  if (!part_of(schema, "enum").is_null() || !part_of(schema, "const").is_null())
    return std::nullopt;
  const std::string type = type_of(schema);
  if (type.empty() || type == "string") return Json(text);
  if (type != "array") return std::nullopt;
  const Json& items = plain(part_of(schema, "items"));
  if (type_of(items) == "object") {
    const std::optional<Json> item = arguments_with(items, places, text);
    return item ? std::optional(Json::array({*item})) : std::nullopt;
  }
  // A list called "command" is what execve() takes; one called "commands" is one command each.
  if (name.ends_with('s')) return Json::array({Json(text)});
  return Json::array({"bash", "-c", Json(text)});
}

}  // namespace

std::optional<Json> arguments_with(const Json& schema, std::span<const std::string_view> places,
                                   std::string_view text) {
  const Json& properties = part_of(schema, "properties");
  for (const std::string_view place : places) {
    const Json& property = part_of(properties, place);
    if (!property.is_object()) continue;
    std::optional<Json> value = fitting(place, property, places, text);
    if (!value) continue;
    Json arguments = filled(schema, 0);
    arguments[std::string(place)] = *std::move(value);
    return arguments;
  }
  return std::nullopt;
}

}  // namespace redcode::personas
