#include "models/wire/writing.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace redcode::wire {

std::string event_text(const Json& event) { return fmt::format("data: {}\n\n", dump_json(event)); }

std::string event_text(std::string_view name, const Json& event) {
  return fmt::format("event: {}\n{}", name, event_text(event));
}

std::vector<std::string_view> pieces_of(std::string_view text) {
  const std::size_t step = std::max<std::size_t>(text.size() / 8, 8);
  std::vector<std::string_view> pieces;
  while (!text.empty()) {
    std::size_t length = std::min(step, text.size());
    while (length < text.size() && (static_cast<unsigned char>(text[length]) & 0xC0U) == 0x80U)
      ++length;
    pieces.push_back(text.substr(0, length));
    text.remove_prefix(length);
  }
  return pieces;
}

std::string answer_id(std::string_view prefix, const Question& question) {
  return fmt::format("{}{}", prefix, question.messages.size());
}

std::string call_id(const Question& question, const Reply& reply, std::size_t call) {
  const std::string& id = reply.calls[call].id;
  return id.empty() ? fmt::format("{}_{}", answer_id("call_", question), call) : id;
}

record::Transcript sent_messages(const Question& question) {
  record::Transcript sent;
  std::ranges::copy_if(question.messages, std::back_inserter(sent), [](const auto& message) {
    return message.role != record::Role::permission;
  });
  return sent;
}

std::string error_text(const Error& error) {
  return error.hint.empty() ? error.message : fmt::format("{}; {}", error.message, error.hint);
}

Json openai_error(int status, const Error& error) {
  const std::string_view type = status >= 500 ? "server_error" : "invalid_request_error";
  const Json inner = {
      {"message", error_text(error)}, {"type", type}, {"param", nullptr}, {"code", error.code}};
  return {{"error", inner}};
}

}  // namespace redcode::wire
