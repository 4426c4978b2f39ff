#include "personas/wire.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>

#include "base/json.h"
#include "base/text.h"

namespace redcode::personas {
namespace {

std::unexpected<Error> bad_request(std::string message) {
  return std::unexpected(Error{.code = "bad-request", .message = std::move(message)});
}

std::optional<record::Role> role_named(std::string_view name) {
  if (name == "system" || name == "developer") return record::Role::system;
  if (name == "user") return record::Role::user;
  if (name == "assistant") return record::Role::assistant;
  if (name == "tool" || name == "function") return record::Role::observation;
  return std::nullopt;
}

// A content is a text, a list of parts of which the texts count, or null.
std::string text_of(const Json& content) {
  if (content.is_string()) return content.get<std::string>();
  std::string text;
  if (!content.is_array()) return text;
  for (const Json& part : content) text += member_or<std::string>(part, "text", "");
  return text;
}

Result<record::Message> read_message(const Json& json) {
  const std::string role_name = member_or<std::string>(json, "role", "");
  const std::optional<record::Role> role = role_named(role_name);
  if (!role)
    return bad_request(fmt::format("a message has the role \"{}\"", one_line(role_name, 40)));
  return record::Message{.role = *role, .text = text_of(member_or<Json>(json, "content", nullptr))};
}

std::uint64_t count_words(std::string_view text) {
  std::uint64_t words = 0;
  bool inside = false;
  for (const char c : text) {
    const bool letter = std::isspace(static_cast<unsigned char>(c)) == 0;
    if (letter && !inside) ++words;
    inside = letter;
  }
  return words;
}

Json usage_json(const record::Usage& usage) {
  return {{"prompt_tokens", usage.input_tokens},
          {"completion_tokens", usage.output_tokens},
          {"total_tokens", usage.input_tokens + usage.output_tokens}};
}

Json envelope(const ChatRequest& request, std::string_view object) {
  // No clock: the same conversation gets the same bytes.
  return {
      {"id", "chatcmpl-scripted"}, {"object", object}, {"created", 0}, {"model", request.model}};
}

std::string event(const Json& json) { return fmt::format("data: {}\n\n", dump_json(json)); }

std::string delta_event(const ChatRequest& request, Json delta, Json finish_reason) {
  Json chunk = envelope(request, "chat.completion.chunk");
  Json choice = {
      {"index", 0}, {"delta", std::move(delta)}, {"finish_reason", std::move(finish_reason)}};
  chunk["choices"] = Json::array({std::move(choice)});
  return event(chunk);
}

// At most nine pieces that never cut a character.
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

}  // namespace

Result<ChatRequest> read_chat_request(std::string_view body) {
  const Result<Json> json = parse_json(body);
  if (!json) return std::unexpected(json.error());
  const Json messages = member_or<Json>(*json, "messages", nullptr);
  if (!messages.is_array() || messages.empty())
    return bad_request("\"messages\" must be a list with at least one message");

  const Json stream_options = member_or<Json>(*json, "stream_options", nullptr);
  ChatRequest request{.model = member_or<std::string>(*json, "model", ""),
                      .messages = {},
                      .stream = member_or(*json, "stream", false),
                      .include_usage = member_or(stream_options, "include_usage", false)};
  for (const Json& each : messages) {
    Result<record::Message> message = read_message(each);
    if (!message) return std::unexpected(message.error());
    request.messages.push_back(*std::move(message));
  }
  return request;
}

record::Usage count_usage(const ChatRequest& request, std::string_view reply) {
  record::Usage usage{.input_tokens = 0, .output_tokens = count_words(reply)};
  for (const record::Message& message : request.messages)
    usage.input_tokens += count_words(message.text);
  return usage;
}

std::string completion(const ChatRequest& request, std::string_view reply) {
  const Json message = {{"role", "assistant"}, {"content", reply}};
  const Json choice = {{"index", 0}, {"message", message}, {"finish_reason", "stop"}};
  Json json = envelope(request, "chat.completion");
  json["choices"] = Json::array({choice});
  json["usage"] = usage_json(count_usage(request, reply));
  return dump_json(json);
}

std::vector<std::string> completion_events(const ChatRequest& request, std::string_view reply) {
  std::vector<std::string> events;
  events.push_back(delta_event(request, {{"role", "assistant"}, {"content", ""}}, nullptr));
  for (const std::string_view piece : pieces_of(reply)) {
    events.push_back(delta_event(request, {{"content", piece}}, nullptr));
  }
  events.push_back(delta_event(request, Json::object(), "stop"));
  if (request.include_usage) {
    Json last = envelope(request, "chat.completion.chunk");
    last["choices"] = Json::array();
    last["usage"] = usage_json(count_usage(request, reply));
    events.push_back(event(last));
  }
  events.emplace_back("data: [DONE]\n\n");
  return events;
}

std::string error_reply(const Error& error) {
  const std::string message =
      error.hint.empty() ? error.message : fmt::format("{}; {}", error.message, error.hint);
  const Json inner = {{"message", message},
                      {"type", "scripted_model_error"},
                      {"param", nullptr},
                      {"code", error.code}};
  return dump_json({{"error", inner}});
}

std::string models_reply(const std::vector<std::string>& models) {
  Json list = Json::array();
  for (const std::string& model : models) {
    list.push_back({{"id", model}, {"object", "model"}, {"created", 0}, {"owned_by", "redcode"}});
  }
  return dump_json({{"object", "list"}, {"data", list}});
}

}  // namespace redcode::personas
