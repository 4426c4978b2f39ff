#include "judge/heard.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/json.h"

namespace redcode::judge {
namespace {

using record::Message;

std::string as_text(const record::ToolCall& call) {
  const Result<Json> parsed = parse_json(call.arguments);
  const Json arguments = parsed ? *parsed : Json(call.arguments);
  return dump_json({{"tool_call", {{"name", call.name}, {"arguments", arguments}}}});
}

Message with_calls(Message message) {
  for (const record::ToolCall& call : message.calls) {
    if (!message.text.empty()) message.text += '\n';
    message.text += as_text(call);
  }
  return message;
}

}  // namespace

record::Transcript heard(const record::Transcript& transcript) {
  record::Transcript read;
  read.reserve(transcript.size());
  for (const Message& message : transcript) {
    if (!message.warm_up) read.push_back(message.calls.empty() ? message : with_calls(message));
  }
  return read;
}

bool was_told(const record::Transcript& transcript, std::string_view answer) {
  return std::ranges::any_of(transcript, [answer](const record::Message& message) {
    return message.role == record::Role::user && message.text.starts_with(answer);
  });
}

}  // namespace redcode::judge
