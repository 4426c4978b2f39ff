#include "record/transcript.h"

#include <array>

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

Result<Transcript> transcript_from_json(const Json& json) {
  return decode_json("transcript", [&json] {
    Transcript transcript;
    for (const Json& message : json.at("messages")) {
      transcript.push_back(
          {.role = enum_from<Role>(message.at("role").get<std::string>(), role_names),
           .text = message.at("text").get<std::string>()});
    }
    return transcript;
  });
}

}  // namespace redcode::record
