#include "record/transcript.h"

#include <array>

#include "base/json_view.h"

namespace redcode::record {
namespace {

constexpr std::array<std::string_view, 4> role_names{"system", "user", "assistant", "observation"};

}  // namespace

std::string_view name(Role role) { return role_names.at(static_cast<std::size_t>(role)); }

Json to_json(const Transcript& transcript) {
  Json messages = Json::array();
  for (const Message& message : transcript) {
    messages.push_back({{"role", name(message.role)}, {"text", message.text}});
  }
  return {{"format", "redcode/transcript/1"}, {"messages", std::move(messages)}};
}

Result<Transcript> transcript_from_text(std::string_view json) {
  return decode_text("transcript", json, [](JsonView root) {
    Transcript transcript;
    for (const JsonView message : members(root, "messages")) {
      transcript.push_back(
          {.role = enum_from<Role>(member<std::string_view>(message, "role"), role_names),
           .text = member<std::string>(message, "text")});
    }
    return transcript;
  });
}

}  // namespace redcode::record
