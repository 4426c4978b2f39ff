#include "models/wire/wire.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <cctype>
#include <utility>

#include "models/wire/dialect.h"
#include "models/wire/reading.h"

namespace redcode::wire {
namespace {

constexpr std::array<std::string_view, 4> names = {"chat", "responses", "messages", "gemini"};

const Dialect& dialect(Format format) {
  switch (format) {
    case Format::chat:
      return chat_dialect();
    case Format::responses:
      return responses_dialect();
    case Format::messages:
      return messages_dialect();
    case Format::gemini:
      break;
  }
  return gemini_dialect();
}

std::uint64_t words_in(std::string_view text) {
  std::uint64_t words = 0;
  bool inside = false;
  for (const char c : text) {
    const bool letter = std::isspace(static_cast<unsigned char>(c)) == 0;
    if (letter && !inside) ++words;
    inside = letter;
  }
  return words;
}

std::uint64_t words_in(const std::vector<record::ToolCall>& calls) {
  std::uint64_t words = 0;
  for (const record::ToolCall& call : calls)
    words += words_in(call.name) + words_in(call.arguments);
  return words;
}

}  // namespace

std::string_view name(Format format) { return names.at(static_cast<std::size_t>(format)); }

Result<Format> format_named(std::string_view name) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] == name) return static_cast<Format>(i);
  }
  return std::unexpected(Error{.code = "wire-format",
                               .message = fmt::format("there is no wire format \"{}\"", name),
                               .hint = fmt::format("one of {}", fmt::join(names, ", "))});
}

std::string path_of(Format format, const Question& question) {
  return dialect(format).path_of(question);
}

std::string write_question(Format format, const Question& question) {
  return dump_json(dialect(format).write_question(question));
}

std::optional<Format> format_of(std::string_view target) {
  std::string_view path = target.substr(0, target.find('?'));
  if (path.ends_with('/')) path.remove_suffix(1);
  if (path.ends_with("/chat/completions")) return Format::chat;
  if (path.ends_with("/responses")) return Format::responses;
  if (path.ends_with("/messages")) return Format::messages;
  const bool generates =
      path.ends_with(":generateContent") || path.ends_with(":streamGenerateContent");
  if (generates && path.contains("/models/")) return Format::gemini;
  return std::nullopt;
}

Result<Json> parse_question(std::string_view body) {
  Result<Json> json = parse_json(body, {.members = most_members, .values = most_question_values});
  if (json && !json->is_object()) return bad_request("the body is not a JSON object");
  return json;
}

Result<Question> question_in(Format format, std::string_view target, const Json& body) {
  return dialect(format).read_question(target, body);
}

Result<Question> read_question(Format format, std::string_view target, std::string_view body) {
  const Result<Json> json = parse_question(body);
  if (!json) return std::unexpected(json.error());
  return question_in(format, target, *json);
}

Json with_model(Format format, Json body, std::string_view model) {
  return dialect(format).with_model(std::move(body), model);
}

std::unique_ptr<AnswerReader> AnswerReader::make(Format format) { return dialect(format).reader(); }

std::string write_answer(Format format, const Question& question, const Reply& reply) {
  return dump_json(dialect(format).write_answer(question, reply));
}

std::vector<std::string> write_events(Format format, const Question& question, const Reply& reply) {
  return dialect(format).write_events(question, reply);
}

std::string write_error(Format format, int status, const Error& error) {
  return dump_json(dialect(format).write_error(status, error));
}

std::string error_message(std::string_view body) {
  const Result<Json> json = parse_json(
      body, {.bytes = longest_reply, .members = most_members, .values = most_answer_values});
  if (!json) return std::string(body);
  const bool list = json->is_array() && !json->empty();
  const std::string message = reported_error(list ? json->front() : *json);
  return message.empty() ? std::string(body) : message;
}

record::Usage count_words(const Question& question, const Reply& reply) {
  record::Usage usage{.input_tokens = 0,
                      .output_tokens = words_in(reply.text) + words_in(reply.calls)};
  for (const record::Message& message : question.messages) {
    usage.input_tokens += words_in(message.text) + words_in(message.calls);
  }
  return usage;
}

}  // namespace redcode::wire
