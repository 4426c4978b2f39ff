#include "models/wire/arguments.h"

#include "base/text.h"
#include "models/wire/reading.h"

namespace redcode::wire {

Json arguments_object(std::string_view arguments) {
  if (trim(arguments).empty()) return Json::object();
  Result<Json> json =
      parse_json(arguments, {.members = most_members, .values = most_answer_values});
  if (json && json->is_object()) return *std::move(json);
  Json raw = Json::object();
  raw["_raw"] = arguments;
  return raw;
}

std::string arguments_text(std::string_view arguments) {
  const Result<Json> json =
      parse_json(arguments, {.members = most_members, .values = most_answer_values});
  if (json && json->is_object()) return std::string(arguments);
  return dump_json(arguments_object(arguments));
}

std::string arguments_from(const Json& value) { return value.is_null() ? "{}" : dump_json(value); }

}  // namespace redcode::wire
