#include "models/wire/responses_question.h"

#include <optional>
#include <set>
#include <string>
#include <utility>

#include "models/wire/reading.h"
#include "models/wire/responses_item.h"
#include "models/wire/writing.h"

namespace redcode::wire {
namespace {

using record::Message;
using record::Role;

// ---- writing

Json message_item(std::string_view role, std::string_view text) {
  return {{"type", "message"}, {"role", role}, {"content", text}};
}

// The list "input", filled message by message.
class Input {
 public:
  explicit Input(const Question& question) : question_(question) {}

  void add(const Message& message) {
    if (message.role == Role::assistant) return add_assistant(message);
    if (message.role == Role::observation && !message.answers.empty()) return add_output(message);
    items_.push_back(message_item(message.role == Role::system ? "system" : "user", message.text));
  }
  Json items() && { return std::move(items_); }

 private:
  void add_assistant(const Message& message) {
    if (!message.text.empty() || message.calls.empty()) {
      items_.push_back(message_item("assistant", message.text));
    }
    for (const record::ToolCall& call : message.calls) {
      items_.push_back(call_item(question_, call));
      if (is_custom(question_, call.name)) custom_calls_.insert(call.id);
    }
  }
  void add_output(const Message& message) {
    const bool custom = custom_calls_.contains(message.answers);
    items_.push_back({{"type", custom ? "custom_tool_call_output" : "function_call_output"},
                      {"call_id", message.answers},
                      {"output", message.text}});
  }

  const Question& question_;
  Json items_ = Json::array();
  std::set<std::string> custom_calls_;
};

Json offered_tool(const Tool& tool) {
  if (tool.parameters == custom_schema()) {
    return {{"type", "custom"}, {"name", tool.name}, {"description", tool.description}};
  }
  return {{"type", "function"},
          {"name", tool.name},
          {"description", tool.description},
          {"parameters", tool.parameters},
          {"strict", false}};
}

// ---- reading

void read_tool(const Json& tool, std::vector<Tool>& tools) {
  const auto name = member_or<std::string>(tool, "name", "");
  if (name.empty()) return;
  const bool custom = member_or<std::string>(tool, "type", "") == "custom";
  tools.push_back(
      {.name = name,
       .description = member_or<std::string>(tool, "description", ""),
       .parameters = custom ? custom_schema() : object_of(member_of(tool, "parameters"))});
}

// A namespace is a list of tools under a name; its tools are called by their own.
void read_tools(const Json& list, std::vector<Tool>& tools) {
  if (!list.is_array()) return;
  for (const Json& tool : list) {
    const Json& inner = member_of(tool, "tools");
    if (!inner.is_array()) {
      read_tool(tool, tools);
      continue;
    }
    for (const Json& each : inner) read_tool(each, tools);
  }
}

// A call belongs to what the assistant said right before it.
Result<void> read_call(record::ToolCall call, record::Transcript& messages) {
  if (call.name.empty()) return bad_request("a call has no name");
  if (messages.empty() || messages.back().role != Role::assistant) {
    messages.push_back({.role = Role::assistant, .text = {}});
  }
  messages.back().calls.push_back(std::move(call));
  return {};
}

Result<Message> message_in(const Json& item) {
  const Result<Role> role = role_of(item);
  if (!role) return std::unexpected(role.error());
  const Json& content = member_of(item, "content");
  if (!is_content(content)) return bad_request("a message's content is of another type");
  return Message{.role = *role, .text = text_of(content)};
}

Message read_output(const Json& item) {
  const Json& output = member_of(item, "output");
  return {.role = Role::observation,
          .text = output.is_array() ? text_of(output) : text_or_json(output),
          .answers = member_or<std::string>(item, "call_id", "")};
}

// Reasoning and other items that are neither words nor calls are left out.
Result<void> read_item(const Json& item, Question& question) {
  const Json& given = member_of(item, "type");
  if (!given.is_null() && !given.is_string()) return bad_request("an item's type is no text");
  const auto type = member_or<std::string>(item, "type", "message");
  if (type == "additional_tools") {
    read_tools(member_of(item, "tools"), question.tools);
  } else if (type.ends_with("_call_output")) {
    question.messages.push_back(read_output(item));
  } else if (std::optional<record::ToolCall> call = call_of(item)) {
    return read_call(*std::move(call), question.messages);
  } else if (type == "message") {
    Result<Message> message = message_in(item);
    if (!message) return std::unexpected(message.error());
    question.messages.push_back(*std::move(message));
  }
  return {};
}

}  // namespace

Json write_responses_question(const Question& question) {
  Json body = {{"model", question.model}};
  Input input(question);
  bool first = true;
  for (const Message& message : sent_messages(question)) {
    if (std::exchange(first, false) && message.role == Role::system) {
      body["instructions"] = message.text;
    } else {
      input.add(message);
    }
  }
  body["input"] = std::move(input).items();
  for (const Tool& tool : question.tools) body["tools"].push_back(offered_tool(tool));
  if (question.temperature) body["temperature"] = *question.temperature;
  if (question.max_tokens) body["max_output_tokens"] = *question.max_tokens;
  body["stream"] = question.stream;
  body["store"] = false;
  return body;
}

Result<Question> read_responses_question(const Json& body) {
  const Json& input = member_of(body, "input");
  const bool some = input.is_array() && !input.empty();
  if (!some && !input.is_string()) {
    return bad_request("\"input\" must be a text or a list with at least one item");
  }
  Question question{.model = member_or<std::string>(body, "model", ""),
                    .messages = {},
                    .temperature = number_of(body, "temperature"),
                    .max_tokens = some_count_of(body, "max_output_tokens"),
                    .stream = member_or(body, "stream", false)};
  read_tools(member_of(body, "tools"), question.tools);
  const auto instructions = member_or<std::string>(body, "instructions", "");
  if (!instructions.empty()) question.messages.push_back({Role::system, instructions});
  if (input.is_string()) {
    question.messages.push_back({Role::user, input.get<std::string>()});
    return question;
  }
  for (const Json& item : input) {
    if (const Result<void> read = read_item(item, question); !read) {
      return std::unexpected(read.error());
    }
  }
  return question;
}

}  // namespace redcode::wire
