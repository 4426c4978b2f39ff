#include "models/chat_answer.h"

#include <fmt/format.h>

#include "base/failure.h"
#include "base/text.h"

namespace redcode::models {

namespace {

constexpr std::size_t text_limit = std::size_t{1} << 20U;
constexpr std::size_t json_limit = std::size_t{8} << 20U;  // text, escaped, and what is around it

[[noreturn]] void off_format(std::string_view what) {
  throw Failure(Failure::Kind::corrupt, fmt::format("the model's answer is off format: {}", what));
}

Json parsed(std::string_view text) {
  Result<Json> json = parse_json(text, JsonLimits{.bytes = json_limit});
  if (!json) off_format(one_line(json.error().message, 200));
  if (!json->is_object()) off_format("not a JSON object");
  return *std::move(json);
}

// Providers put a model's refusal beside its content when it gives one instead of the other.
std::string text_of(const Json& message) {
  const auto content = member_or<std::string>(message, "content", "");
  return content.empty() ? member_or<std::string>(message, "refusal", "") : content;
}

// A count that is none (negative, a fraction, a text) is no count.
std::uint64_t tokens(const Json& usage, std::string_view key) {
  const auto count = usage.find(std::string(key));
  return count != usage.end() && count->is_number_unsigned() ? count->get<std::uint64_t>() : 0;
}

std::string reported(const Json& answer) {
  if (!answer.is_object() || !answer.contains("error") || answer["error"].is_null()) return {};
  const Json& error = answer["error"];
  if (error.is_string()) return error.get<std::string>();
  const auto message = member_or<std::string>(error, "message", "");
  return message.empty() ? dump_json(error) : message;
}

}  // namespace

void ChatAnswer::take(std::string_view bytes) {
  if (!whole_) {
    const std::size_t first = bytes.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos) return;
    whole_ = bytes[first] == '{';
  }
  if (*whole_) {
    if (json_.size() + bytes.size() > json_limit) off_format("too long");
    json_ += bytes;
    return;
  }
  for (const http::Event& event : decoder_.feed(bytes)) take_event(event);
}

void ChatAnswer::take_event(const http::Event& event) {
  if (event.data == "[DONE]") {
    ended_ = true;
    return;
  }
  take_chunk(parsed(event.data));
}

void ChatAnswer::take_chunk(const Json& chunk) {
  if (const std::string error = reported(chunk); !error.empty()) {
    throw Failure(Failure::Kind::unavailable, "the model's server reports: " + error);
  }
  take_usage(chunk);
  const auto choices = chunk.find("choices");
  if (choices == chunk.end() || !choices->is_array()) return;
  for (const Json& choice : *choices) take_choice(choice, "delta");
}

void ChatAnswer::take_choice(const Json& choice, std::string_view part) {
  if (member_or<int>(choice, "index", 0) != 0) return;
  const auto message = member_or<Json>(choice, part, Json());
  if (message.is_object()) any_choice_ = true;
  reply_.text += text_of(message);
  if (reply_.text.size() > text_limit) off_format("too long");
  if (!member_or<std::string>(choice, "finish_reason", "").empty()) ended_ = true;
}

void ChatAnswer::take_usage(const Json& answer) {
  const auto usage = member_or<Json>(answer, "usage", Json());
  if (!usage.is_object()) return;
  reply_.usage.input_tokens = tokens(usage, "prompt_tokens");
  reply_.usage.output_tokens = tokens(usage, "completion_tokens");
}

void ChatAnswer::finish_whole() {
  const Json answer = parsed(json_);
  if (const std::string error = reported(answer); !error.empty()) {
    throw Failure(Failure::Kind::unavailable, "the model's server reports: " + error);
  }
  take_usage(answer);
  const auto choices = member_or<Json>(answer, "choices", Json());
  if (choices.is_array() && !choices.empty()) take_choice(choices.front(), "message");
  ended_ = true;
}

Reply ChatAnswer::finish() {
  if (whole_.value_or(false)) finish_whole();
  if (!any_choice_) off_format("it holds no choice");
  if (!ended_) off_format("it ends before its end");
  return std::move(reply_);
}

std::string error_message(std::string_view body) {
  const Result<Json> json = parse_json(body);
  const std::string message = json ? reported(*json) : std::string();
  return message.empty() ? std::string(body) : message;
}

}  // namespace redcode::models
