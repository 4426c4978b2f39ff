// Anthropic's messages: the dialect and its questions. Its answers are in messages_answer.cc.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/text.h"
#include "models/wire/arguments.h"
#include "models/wire/dialect.h"
#include "models/wire/messages_answer.h"
#include "models/wire/reading.h"
#include "models/wire/turns.h"
#include "models/wire/writing.h"

namespace redcode::wire {
namespace {

using record::Message;
using record::Role;

// The format demands a limit.

// Writing

Json text_block(std::string_view text) { return {{"type", "text"}, {"text", text}}; }

// A blank text has no block: the provider refuses one.
Json blocks_of(const Message& message) {
  Json blocks = Json::array();
  if (message.role == Role::observation && !message.answers.empty()) {
    blocks.push_back(
        {{"type", "tool_result"}, {"tool_use_id", message.answers}, {"content", message.text}});
    return blocks;
  }
  if (!trim(message.text).empty()) blocks.push_back(text_block(message.text));
  for (const record::ToolCall& call : message.calls) {
    blocks.push_back({{"type", "tool_use"},
                      {"id", call.id},
                      {"name", call.name},
                      {"input", arguments_object(call.arguments)}});
  }
  return blocks;
}

Json tool_json(const Tool& tool) {
  Json schema = object_of(tool.parameters);
  if (!schema.contains("type")) schema["type"] = "object";  // which the provider demands
  return {{"name", tool.name}, {"description", tool.description}, {"input_schema", schema}};
}

// Reading

struct Content {
  std::string text;
  std::vector<record::ToolCall> calls = {};
  record::Transcript results = {};
};

Result<void> read_call(const Json& block, Content& content) {
  record::ToolCall call{.id = member_or<std::string>(block, "id", ""),
                        .name = member_or<std::string>(block, "name", ""),
                        .arguments = arguments_from(member_of(block, "input"))};
  if (call.id.empty() || call.name.empty()) return bad_request("a tool_use needs id and name");
  content.calls.push_back(std::move(call));
  return {};
}

Result<void> read_result(const Json& block, Content& content) {
  auto id = member_or<std::string>(block, "tool_use_id", "");
  const Json& output = member_of(block, "content");
  if (id.empty()) return bad_request("a tool_result needs a tool_use_id");
  if (!is_content(output)) return bad_request("a tool_result's content is of another type");
  content.results.push_back(
      Message{.role = Role::observation, .text = text_of(output), .answers = std::move(id)});
  return {};
}

Result<void> read_block(const Json& block, Content& content) {
  const auto type = member_or<std::string>(block, "type", "");
  if (type.empty()) return bad_request("a content block has no type");
  if (type == "tool_use") return read_call(block, content);
  if (type == "tool_result") return read_result(block, content);
  if (type != "text") return {};
  const Json& text = member_of(block, "text");
  if (!text.is_string()) return bad_request("a text block has no text");
  content.text += text.get_ref<const std::string&>();
  return {};
}

Result<Content> read_content(const Json& json) {
  if (json.is_string()) return Content{.text = json.get<std::string>()};
  if (!json.is_array()) return bad_request("a message's content is neither a text nor a list");
  Content content;
  for (const Json& block : json) {
    if (Result<void> read = read_block(block, content); !read) {
      return std::unexpected(read.error());
    }
  }
  return content;
}

// A user's message holds the results of calls, what the user says, or both: the results come
// first.
Result<void> add_user(Content content, record::Transcript& into) {
  if (!content.calls.empty()) return bad_request("a user's message holds a tool_use");
  const bool only_results = !content.results.empty() && content.text.empty();
  std::ranges::move(content.results, std::back_inserter(into));
  if (!only_results) into.push_back(Message{.role = Role::user, .text = std::move(content.text)});
  return {};
}

Result<void> add_assistant(Content content, record::Transcript& into) {
  if (!content.results.empty()) return bad_request("an assistant's message holds a tool_result");
  into.push_back(Message{
      .role = Role::assistant, .text = std::move(content.text), .calls = std::move(content.calls)});
  return {};
}

Result<void> add_message(const Json& json, record::Transcript& into) {
  const auto role = member_or<std::string>(json, "role", "");
  Result<Content> content = read_content(member_of(json, "content"));
  if (!content) return std::unexpected(content.error());
  if (role == "user") return add_user(*std::move(content), into);
  if (role == "assistant") return add_assistant(*std::move(content), into);
  if (role != "system") {
    return bad_request(fmt::format("a message has the role \"{}\"", one_line(role, 40)));
  }
  into.push_back(Message{.role = Role::system, .text = std::move(content->text)});
  return {};
}

// A text, or a list of blocks of which each is a message of its own.
Result<void> add_system(const Json& system, record::Transcript& into) {
  if (system.is_null()) return {};
  if (system.is_string()) {
    into.push_back(Message{.role = Role::system, .text = system.get<std::string>()});
    return {};
  }
  if (!system.is_array()) return bad_request("\"system\" is neither a text nor a list");
  for (const Json& block : system) {
    const Json& text = member_of(block, "text");
    if (!text.is_string()) return bad_request("a block of \"system\" has no text");
    into.push_back(Message{.role = Role::system, .text = text.get<std::string>()});
  }
  return {};
}

Result<record::Transcript> read_messages(const Json& body) {
  record::Transcript messages;
  Result<void> read = add_system(member_of(body, "system"), messages);
  const Json& list = member_of(body, "messages");
  if (!list.is_array() || list.empty()) {
    return bad_request("\"messages\" must be a list with at least one message");
  }
  for (const Json& each : list) {
    if (read) read = add_message(each, messages);
  }
  if (!read) return std::unexpected(read.error());
  return messages;
}

std::vector<Tool> read_tools(const Json& list) {
  std::vector<Tool> tools;
  if (!list.is_array()) return tools;
  for (const Json& each : list) {
    Tool tool{.name = member_or<std::string>(each, "name", ""),
              .description = member_or<std::string>(each, "description", ""),
              .parameters = object_of(member_of(each, "input_schema"))};
    if (!tool.name.empty()) tools.push_back(std::move(tool));
  }
  return tools;
}

class Messages final : public Dialect {
 public:
  std::string path_of(const Question&) const override { return "/messages"; }

  Json write_question(const Question& question) const override {
    Json system = Json::array();
    Json messages = Json::array();
    for (const Message& message : sent_messages(question)) {
      if (message.role == Role::system) {
        if (!trim(message.text).empty()) system.push_back(text_block(message.text));
      } else {
        const bool model = message.role == Role::assistant;
        add_turn(messages, model ? "assistant" : "user", "content", blocks_of(message));
      }
    }
    Json body = {{"model", question.model},
                 {"max_tokens", question.max_tokens.value_or(usual_max_tokens)}};
    if (!system.empty()) body["system"] = std::move(system);
    body["messages"] = std::move(messages);
    for (const Tool& tool : question.tools) body["tools"].push_back(tool_json(tool));
    if (question.temperature) body["temperature"] = *question.temperature;
    body["stream"] = question.stream;
    return body;
  }

  Result<Question> read_question(std::string_view /*target*/, const Json& body) const override {
    Result<record::Transcript> messages = read_messages(body);
    if (!messages) return std::unexpected(messages.error());
    return Question{.model = member_or<std::string>(body, "model", ""),
                    .messages = *std::move(messages),
                    .tools = read_tools(member_of(body, "tools")),
                    .temperature = number_of(body, "temperature"),
                    .max_tokens = some_count_of(body, "max_tokens"),
                    .stream = member_or(body, "stream", false)};
  }

  std::unique_ptr<AnswerReader> reader() const override { return messages_reader(); }
  Json write_answer(const Question& question, const Reply& reply) const override {
    return messages_answer(question, reply);
  }
  std::vector<std::string> write_events(const Question& question,
                                        const Reply& reply) const override {
    return messages_events(question, reply);
  }

  Json write_error(int status, const Error& error) const override {
    const Json inner = {{"type", error_type(status)}, {"message", error_text(error)}};
    return {{"type", "error"}, {"error", inner}};
  }

 private:
  static std::string_view error_type(int status) {
    switch (status) {
      case 401:
        return "authentication_error";
      case 403:
        return "permission_error";
      case 404:
        return "not_found_error";
      case 413:
        return "request_too_large";
      case 429:
        return "rate_limit_error";
      case 529:
        return "overloaded_error";
      default:
        return status < 500 ? "invalid_request_error" : "api_error";
    }
  }
};

}  // namespace

const Dialect& messages_dialect() {
  static const Messages dialect;
  return dialect;
}

}  // namespace redcode::wire
