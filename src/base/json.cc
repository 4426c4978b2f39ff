#include "base/json.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace redcode {
namespace {

// The place behind the string that starts at `at`.
std::size_t behind_string(std::string_view text, std::size_t at) {
  for (++at; at < text.size() && text[at] != '"'; ++at) {
    if (text[at] == '\\') ++at;
  }
  return at + 1;
}

// How large a text is by its brackets, commas and colons alone: nlohmann recurses when a deep value
// is copied or dumped, and looks through all members of an object for each one more. Its own hook
// for such checks would take time quadratic in the elements of a list.
struct Shape {
  std::vector<std::size_t> open;  // for each bracket, how many members it has so far
  std::size_t values = 1;         // behind each bracket and each comma there is one more at most

  // A character outside strings.
  void take(char c) {
    const bool opens = c == '[' || c == '{';
    const bool closes = c == ']' || c == '}';
    if (opens) open.push_back(0);
    if (closes && !open.empty()) open.pop_back();
    if (opens || c == ',') ++values;
    if (c == ':' && !open.empty()) ++open.back();
  }

  std::optional<Error> over(const JsonLimits& limits) const {
    if (values > limits.values) {
      return Error{.code = "json-too-big",
                   .message = fmt::format("JSON of over {} values", limits.values)};
    }
    if (open.size() > static_cast<std::size_t>(limits.depth)) {
      return Error{.code = "json-too-deep",
                   .message = fmt::format("JSON nested over {} deep", limits.depth)};
    }
    if (!open.empty() && open.back() > limits.members) {
      return Error{.code = "json-too-big",
                   .message = fmt::format("a JSON object of over {} members", limits.members)};
    }
    return std::nullopt;
  }
};

std::optional<Error> over_limit(std::string_view text, const JsonLimits& limits) {
  Shape shape;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    at = c == '"' ? behind_string(text, at) : at + 1;
    shape.take(c);
    if (std::optional<Error> over = shape.over(limits)) return over;
  }
  return std::nullopt;
}

}  // namespace

Result<Json> parse_json(std::string_view text, JsonLimits limits) {
  if (text.size() > limits.bytes) {
    return std::unexpected(Error{.code = "json-too-big",
                                 .message = fmt::format("JSON of {} bytes is over the limit of {}",
                                                        text.size(), limits.bytes)});
  }
  if (std::optional<Error> over = over_limit(text, limits)) return std::unexpected(*over);
  Json value = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (value.is_discarded()) {
    return std::unexpected(Error{.code = "json-syntax", .message = "not valid JSON"});
  }
  return value;
}

std::string dump_json(const Json& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string pretty_json(const Json& value) {
  return value.dump(2, ' ', false, Json::error_handler_t::replace);
}

std::string json_text(std::string_view text) {
  const bool plain = std::ranges::all_of(
      text, [](char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; });
  return plain ? fmt::format("\"{}\"", text) : dump_json(text);
}

}  // namespace redcode
