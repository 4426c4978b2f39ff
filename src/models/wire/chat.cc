// OpenAI chat completions, as spoken by most servers that are compatible with something.
#include <utility>

#include "models/wire/chat_reader.h"
#include "models/wire/dialect.h"
#include "models/wire/reading.h"
#include "models/wire/writing.h"

namespace redcode::wire {
namespace {

using record::Message;
using record::Role;

// ---- questions

Json call_json(const record::ToolCall& call, const std::string& id) {
  const Json function = {{"name", call.name}, {"arguments", call.arguments}};
  return {{"id", id}, {"type", "function"}, {"function", function}};
}

Json assistant_json(const Message& message) {
  Json json = {{"role", "assistant"}, {"content", message.text}};
  if (message.calls.empty()) return json;
  if (message.text.empty()) json["content"] = nullptr;
  Json& calls = json["tool_calls"] = Json::array();
  for (const record::ToolCall& call : message.calls) calls.push_back(call_json(call, call.id));
  return json;
}

// What a command printed is the result of a call, or, where there was none, told by the user.
Json message_json(const Message& message) {
  if (message.role == Role::assistant) return assistant_json(message);
  if (message.role == Role::observation && !message.answers.empty()) {
    return {{"role", "tool"}, {"tool_call_id", message.answers}, {"content", message.text}};
  }
  return {{"role", message.role == Role::system ? "system" : "user"}, {"content", message.text}};
}

Json function_json(const Tool& tool) {
  const Json function = {
      {"name", tool.name}, {"description", tool.description}, {"parameters", tool.parameters}};
  return {{"type", "function"}, {"function", function}};
}

Result<std::vector<record::ToolCall>> read_calls(const Json& calls) {
  std::vector<record::ToolCall> read;
  if (!calls.is_null() && !calls.is_array()) return bad_request("\"tool_calls\" is no list");
  for (const Json& call : calls) {
    const Json& function = member_of(call, "function");
    read.push_back({.id = member_or<std::string>(call, "id", ""),
                    .name = member_or<std::string>(function, "name", ""),
                    .arguments = text_or_json(member_of(function, "arguments"))});
    if (read.back().name.empty()) return bad_request("a call has no name");
  }
  return read;
}

Result<Message> read_message(const Json& json) {
  const Result<Role> role = role_of(json);
  if (!role) return std::unexpected(role.error());
  const Json& content = member_of(json, "content");
  if (!is_content(content)) return bad_request("a message's content is of another type");
  Message message{.role = *role, .text = text_of(content)};
  if (message.text.empty()) message.text = member_or<std::string>(json, "refusal", "");
  if (*role == Role::assistant) {
    Result<std::vector<record::ToolCall>> calls = read_calls(member_of(json, "tool_calls"));
    if (!calls) return std::unexpected(calls.error());
    message.calls = *std::move(calls);
  }
  if (*role == Role::observation) {
    message.answers = member_or<std::string>(json, "tool_call_id", "");
  }
  return message;
}

std::vector<Tool> read_functions(const Json& tools) {
  std::vector<Tool> read;
  if (!tools.is_array()) return read;
  for (const Json& tool : tools) {
    const Json& function = member_of(tool, "function");
    const auto name = member_or<std::string>(function, "name", "");
    if (name.empty()) continue;
    read.push_back({.name = name,
                    .description = member_or<std::string>(function, "description", ""),
                    .parameters = object_of(member_of(function, "parameters"))});
  }
  return read;
}

// ---- answers

Json usage_json(const record::Usage& usage) {
  return {{"prompt_tokens", usage.input_tokens},
          {"completion_tokens", usage.output_tokens},
          {"total_tokens", usage.input_tokens + usage.output_tokens}};
}

Json envelope(const Question& question, std::string_view object) {
  return {{"id", answer_id("chatcmpl-", question)},
          {"object", object},
          {"created", 0},
          {"model", question.model}};
}

std::string_view finish_reason(const Reply& reply) {
  return reply.calls.empty() ? "stop" : "tool_calls";
}

// The chunks of one streamed answer.
class Chunks {
 public:
  explicit Chunks(const Question& question) : question_(question) {}

  void add(Json delta, Json reason = nullptr) {
    Json chunk = envelope(question_, "chat.completion.chunk");
    Json choice = {{"index", 0}, {"delta", std::move(delta)}, {"finish_reason", std::move(reason)}};
    chunk["choices"] = Json::array({std::move(choice)});
    events_.push_back(event_text(chunk));
  }
  void add_call(std::size_t index, const record::ToolCall& call, const std::string& id) {
    Json first = call_json({.name = call.name}, id);
    first["index"] = index;
    add_call_delta(std::move(first));
    for (const std::string_view piece : pieces_of(call.arguments)) {
      add_call_delta({{"index", index}, {"function", {{"arguments", piece}}}});
    }
  }
  void add_usage(const record::Usage& usage) {
    Json chunk = envelope(question_, "chat.completion.chunk");
    chunk["choices"] = Json::array();
    chunk["usage"] = usage_json(usage);
    events_.push_back(event_text(chunk));
  }
  std::vector<std::string> end() && {
    events_.emplace_back("data: [DONE]\n\n");
    return std::move(events_);
  }

 private:
  void add_call_delta(Json call) {
    Json delta = Json::object();
    delta["tool_calls"] = Json::array({std::move(call)});
    add(std::move(delta));
  }

  const Question& question_;
  std::vector<std::string> events_;
};

class Chat : public Dialect {
 public:
  std::string path_of(const Question& /*question*/) const override { return "/chat/completions"; }
  Json write_question(const Question& question) const override;
  Result<Question> read_question(std::string_view target, const Json& body) const override;
  std::unique_ptr<AnswerReader> reader() const override { return std::make_unique<ChatReader>(); }
  Json write_answer(const Question& question, const Reply& reply) const override;
  std::vector<std::string> write_events(const Question& question,
                                        const Reply& reply) const override;
  Json write_error(int status, const Error& error) const override {
    return openai_error(status, error);
  }
};

Json Chat::write_question(const Question& question) const {
  Json body = {{"model", question.model}, {"messages", Json::array()}};
  for (const Message& message : sent_messages(question)) {
    body["messages"].push_back(message_json(message));
  }
  for (const Tool& tool : question.tools) body["tools"].push_back(function_json(tool));
  if (question.temperature) body["temperature"] = *question.temperature;
  if (question.max_tokens) body["max_tokens"] = *question.max_tokens;
  body["stream"] = question.stream;
  if (question.stream && question.include_usage) {
    body["stream_options"] = {{"include_usage", true}};
  }
  return body;
}

Result<Question> Chat::read_question(std::string_view /*target*/, const Json& body) const {
  const Json& messages = member_of(body, "messages");
  if (!messages.is_array() || messages.empty()) {
    return bad_request("\"messages\" must be a list with at least one message");
  }
  Question question{.model = member_or<std::string>(body, "model", ""),
                    .messages = {},
                    .tools = read_functions(member_of(body, "tools")),
                    .temperature = number_of(body, "temperature"),
                    .max_tokens = some_count_of(body, "max_tokens"),
                    .stream = member_or(body, "stream", false)};
  if (!question.max_tokens) question.max_tokens = some_count_of(body, "max_completion_tokens");
  if (question.stream) {
    question.include_usage = member_or(member_of(body, "stream_options"), "include_usage", false);
  }
  for (const Json& each : messages) {
    Result<Message> message = read_message(each);
    if (!message) return std::unexpected(message.error());
    question.messages.push_back(*std::move(message));
  }
  return question;
}

Json Chat::write_answer(const Question& question, const Reply& reply) const {
  Message said{.role = Role::assistant, .text = reply.text, .calls = reply.calls};
  for (std::size_t i = 0; i < said.calls.size(); ++i)
    said.calls[i].id = call_id(question, reply, i);
  const Json choice = {
      {"index", 0}, {"message", assistant_json(said)}, {"finish_reason", finish_reason(reply)}};
  Json answer = envelope(question, "chat.completion");
  answer["choices"] = Json::array({choice});
  answer["usage"] = usage_json(reply.usage);
  return answer;
}

std::vector<std::string> Chat::write_events(const Question& question, const Reply& reply) const {
  Chunks chunks(question);
  chunks.add({{"role", "assistant"}, {"content", ""}});
  for (const std::string_view piece : pieces_of(reply.text)) chunks.add({{"content", piece}});
  for (std::size_t i = 0; i < reply.calls.size(); ++i) {
    chunks.add_call(i, reply.calls[i], call_id(question, reply, i));
  }
  chunks.add(Json::object(), finish_reason(reply));
  if (question.include_usage) chunks.add_usage(reply.usage);
  return std::move(chunks).end();
}

}  // namespace

const Dialect& chat_dialect() {
  static const Chat dialect;
  return dialect;
}

}  // namespace redcode::wire
