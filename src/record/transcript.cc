#include "record/transcript.h"

#include <array>

#include "base/json_view.h"

namespace redcode::record {
namespace {

constexpr std::array<std::string_view, 5> role_names{"system", "user", "assistant", "observation",
                                                     "permission"};

// What a message has besides its role and text is written only where it has it.
Json message_json(const Message& message) {
  Json json{{"role", name(message.role)}, {"text", message.text}};
  for (const ToolCall& call : message.calls) {
    json["calls"].push_back({{"id", call.id}, {"name", call.name}, {"arguments", call.arguments}});
  }
  if (!message.answers.empty()) json["answers"] = message.answers;
  if (message.warm_up) json["warm_up"] = true;
  return json;
}

Message read_message(JsonView json) {
  Message message{.role = enum_from<Role>(member<std::string_view>(json, "role"), role_names),
                  .text = member<std::string>(json, "text")};
  if (has(json, "calls")) {
    for (const JsonView call : members(json, "calls")) {
      message.calls.push_back({.id = member<std::string>(call, "id"),
                               .name = member<std::string>(call, "name"),
                               .arguments = member<std::string>(call, "arguments")});
    }
  }
  if (has(json, "answers")) message.answers = member<std::string>(json, "answers");
  if (has(json, "warm_up")) message.warm_up = member<bool>(json, "warm_up");
  return message;
}

}  // namespace

std::string_view name(Role role) { return role_names.at(static_cast<std::size_t>(role)); }

Json to_json(const Transcript& transcript) {
  Json messages = Json::array();
  for (const Message& message : transcript) {
    messages.push_back(message_json(message));
  }
  return {{"format", "redcode/transcript/1"}, {"messages", std::move(messages)}};
}

Result<Transcript> transcript_from_text(std::string_view json) {
  return decode_text("transcript", json, [](JsonView root) {
    Transcript transcript;
    for (const JsonView message : members(root, "messages")) {
      transcript.push_back(read_message(message));
    }
    return transcript;
  });
}

}  // namespace redcode::record
