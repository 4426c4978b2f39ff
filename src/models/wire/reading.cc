#include "models/wire/reading.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.h"

namespace redcode::wire {
namespace {

bool holds_text(const Json& part) {
  static constexpr std::array<std::string_view, 4> types = {"text", "input_text", "output_text",
                                                            "refusal"};
  const auto type = member_or<std::string>(part, "type", "text");
  return std::ranges::find(types, type) != types.end();
}

std::string text_of_part(const Json& part) {
  if (part.is_string()) return part.get<std::string>();
  if (!holds_text(part)) return {};
  const auto text = member_or<std::string>(part, "text", "");
  return text.empty() ? member_or<std::string>(part, "refusal", "") : text;
}

// {"type": "error", "message": ...} and {"object": "error", "message": ...}
bool is_error(const Json& answer) {
  return member_or<std::string>(answer, "type", "") == "error" ||
         member_or<std::string>(answer, "object", "") == "error";
}

}  // namespace

const Json& member_of(const Json& object, std::string_view key) {
  static const Json none;
  if (!object.is_object()) return none;
  const auto found = object.find(std::string(key));
  return found == object.end() ? none : *found;
}

std::string text_of(const Json& content) {
  if (content.is_string()) return content.get<std::string>();
  std::string text;
  if (!content.is_array()) return text;
  for (const Json& part : content) text += text_of_part(part);
  return text;
}

bool is_content(const Json& content) {
  if (!content.is_array()) return content.is_null() || content.is_string();
  return std::ranges::all_of(content, [](const Json& part) {
    const Json& text = member_of(part, "text");
    return part.is_string() || (part.is_object() && (text.is_null() || text.is_string()));
  });
}

std::string text_or_json(const Json& value) {
  if (value.is_null()) return {};
  return value.is_string() ? value.get<std::string>() : dump_json(value);
}

std::uint64_t count_of(const Json& object, std::string_view key) {
  return some_count_of(object, key).value_or(0);
}

std::optional<std::uint64_t> some_count_of(const Json& object, std::string_view key) {
  static constexpr std::uint64_t most = 1'000'000'000'000;
  const Json& count = member_of(object, key);
  if (!count.is_number_unsigned() || count.get<std::uint64_t>() > most) return std::nullopt;
  return count.get<std::uint64_t>();
}

std::optional<double> number_of(const Json& object, std::string_view key) {
  const Json& number = member_of(object, key);
  if (!number.is_number()) return std::nullopt;
  return number.get<double>();
}

Json object_of(const Json& value) { return value.is_object() ? value : Json::object(); }

std::string reported_error(const Json& answer) {
  const Json& error = member_of(answer, "error");
  if (error.is_null()) {
    if (!is_error(answer)) return {};
    const auto message = member_or<std::string>(answer, "message", "");
    return message.empty() ? dump_json(answer) : message;
  }
  if (error.is_string()) return error.get<std::string>();
  const auto message = member_or<std::string>(error, "message", "");
  return message.empty() ? dump_json(error) : message;
}

Result<record::Role> role_of(const Json& message) {
  const auto name = member_or<std::string>(message, "role", "");
  if (name == "system" || name == "developer") return record::Role::system;
  if (name == "user") return record::Role::user;
  if (name == "assistant") return record::Role::assistant;
  if (name == "tool" || name == "function") return record::Role::observation;
  return bad_request(fmt::format("a message has the role \"{}\"", one_line(name, 40)));
}

std::unexpected<Error> bad_request(std::string message) {
  return std::unexpected(Error{.code = "bad-request", .message = std::move(message)});
}

}  // namespace redcode::wire
