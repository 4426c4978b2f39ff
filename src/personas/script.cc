#include "personas/script.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/json.h"
#include "base/text.h"

namespace redcode::personas {
namespace {

std::unexpected<Error> bad_script(std::string message) {
  return std::unexpected(Error{
      .code = "bad-script", .message = std::move(message), .hint = "see docs/scripted-model.md"});
}

// {"name": "bash", "arguments": {"command": "ls"}}
std::optional<record::ToolCall> call_from(const Json& json) {
  const Json arguments = member_or<Json>(json, "arguments", nullptr);
  const std::string name = member_or<std::string>(json, "name", "");
  if (name.empty() || !arguments.is_object() || json.size() != 2) return std::nullopt;
  return record::ToolCall{.id = {}, .name = name, .arguments = dump_json(arguments)};
}

// An answer that is no reply.
std::optional<Line> refusal_with(std::string_view key, const Json& value) {
  if (key == "stall" && value == true) return Line{.stall = true};
  if (key == "broken" && value == true) return Line{.broken = true};
  if (key == "status" && value.is_number_integer() && value >= 400 && value <= 599) {
    return Line{.http_status = value.get<int>()};
  }
  return std::nullopt;
}

// Whether the line has what the key says by now.
bool add_to(Line& line, std::string_view key, const Json& value) {
  if (key == "text" && value.is_string()) {
    line.text = value.get<std::string>();
    return true;
  }
  if (key == "call") {
    std::optional<record::ToolCall> call = call_from(value);
    if (!call) return false;
    line.calls.push_back(*std::move(call));
    return true;
  }
  if (key == "reset") line.reset = value == true;
  if (key == "half") line.half = value == true;
  return (key == "reset" && line.reset) || (key == "half" && line.half);
}

std::optional<Line> reply_from(const Json& json) {
  Line line;
  for (const auto& [key, value] : json.items()) {
    if (!add_to(line, key, value)) return std::nullopt;
  }
  if (json.empty() || (line.reset && line.half)) return std::nullopt;
  const bool says_something = json.contains("text") || json.contains("call");
  if (!says_something) line.text = "This is as far as it gets.";
  return line;
}

std::optional<Line> line_from_object(const Json& json) {
  if (json.size() == 1) {
    const auto member = json.begin();
    if (auto line = refusal_with(member.key(), member.value())) return line;
  }
  return reply_from(json);
}

Result<Line> line_from(const Json& json) {
  if (json.is_string()) return Line{.text = json.get<std::string>()};
  if (json.is_object()) {
    if (const std::optional<Line> line = line_from_object(json)) return *line;
  }
  return bad_script(
      fmt::format("a reply is a text or an object of \"text\", \"call\": {{\"name\", "
                  "\"arguments\"}}, and \"reset\" or \"half\": true, or one of "
                  "{{\"status\": 400 to 599}}, {{\"stall\": true}}, {{\"broken\": true}}, not {}",
                  one_line(dump_json(json), 80)));
}

Result<Part> part_from(const Json& json) {
  if (json.is_string()) {
    const Result<Persona> persona = persona_named(json.get<std::string>());
    if (!persona) return std::unexpected(persona.error());
    return *persona;
  }
  if (!json.is_array() || json.empty()) {
    return bad_script(fmt::format("a part is a persona's name or a list of replies, not {}",
                                  one_line(dump_json(json), 80)));
  }
  std::vector<Line> lines;
  for (const Json& reply : json) {
    Result<Line> line = line_from(reply);
    if (!line) return std::unexpected(line.error());
    lines.push_back(*std::move(line));
  }
  return lines;
}

}  // namespace

Result<Script> parse_script(std::string_view json, const corpus::Corpus& corpus) {
  const Result<Json> parsed = parse_json(json);
  if (!parsed) return std::unexpected(parsed.error());
  if (!parsed->is_object()) return bad_script("a script is a JSON object of case ids and parts");

  Script script;
  for (const auto& [key, value] : parsed->items()) {
    const bool known =
        key == "*" || std::ranges::find(corpus.cases, key, &corpus::Case::id) != corpus.cases.end();
    if (!known) return std::unexpected(unknown_case(key, corpus));
    const Result<Part> part = part_from(value);
    if (!part) return std::unexpected(part.error());
    script.emplace(key, *part);
  }
  return script;
}

const Part* part_for(const Script& script, std::string_view case_id) {
  auto found = script.find(case_id);
  if (found == script.end()) found = script.find("*");
  return found == script.end() ? nullptr : &found->second;
}

Error unknown_case(std::string_view case_id, const corpus::Corpus& corpus) {
  std::vector<std::string> ids;
  ids.reserve(corpus.cases.size());
  for (const corpus::Case& known : corpus.cases) ids.push_back(known.id);
  // Ids are short; a longer word is no typing error, and comparing it would take long.
  constexpr std::size_t longest_id = 200;
  const std::string near = case_id.size() > longest_id ? "" : nearest(case_id, ids);
  return {.code = "unknown-case",
          .message = fmt::format("there is no case \"{}\" in this corpus", one_line(case_id, 120)),
          .hint = near.empty() ? "" : fmt::format("did you mean \"{}\"?", near)};
}

}  // namespace redcode::personas
