#include "models/wire/responses_item.h"

#include <algorithm>

#include "models/wire/reading.h"

namespace redcode::wire {

Json custom_schema() { return {{"type", "string"}}; }

bool is_custom(const Question& question, std::string_view tool) {
  const auto found = std::ranges::find(question.tools, tool, &Tool::name);
  return found != question.tools.end() && found->parameters == custom_schema();
}

std::optional<record::ToolCall> call_of(const Json& item) {
  const auto type = member_or<std::string>(item, "type", "");
  record::ToolCall call{.id = member_or<std::string>(item, "call_id", ""),
                        .name = member_or<std::string>(item, "name", "")};
  if (call.id.empty()) call.id = member_or<std::string>(item, "id", "");
  if (type == "function_call") {
    call.arguments = text_or_json(member_of(item, "arguments"));
  } else if (type == "custom_tool_call") {
    call.arguments = text_or_json(member_of(item, "input"));
  } else if (type == "local_shell_call") {
    call.name = "local_shell";
    call.arguments = text_or_json(member_of(item, "action"));
  } else {
    return std::nullopt;
  }
  return call;
}

Json call_item(const Question& question, const record::ToolCall& call) {
  const bool custom = is_custom(question, call.name);
  return {{"type", custom ? "custom_tool_call" : "function_call"},
          {"call_id", call.id},
          {"name", call.name},
          {custom ? "input" : "arguments", call.arguments}};
}

}  // namespace redcode::wire
