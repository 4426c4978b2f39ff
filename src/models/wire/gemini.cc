// Gemini's generateContent: the dialect and its questions. Its answers are in gemini_answer.cc.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <deque>
#include <iterator>
#include <map>
#include <utility>

#include "base/text.h"
#include "models/wire/arguments.h"
#include "models/wire/dialect.h"
#include "models/wire/gemini_answer.h"
#include "models/wire/gemini_reading.h"
#include "models/wire/reading.h"
#include "models/wire/turns.h"
#include "models/wire/writing.h"

namespace redcode::wire {
namespace {

using record::Message;
using record::Role;
using record::ToolCall;

// ---- the model's name, which is a part of the path

std::string percent_encoded(std::string_view text) {
  std::string encoded;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = std::isalnum(byte) != 0 || std::string_view("-._~").contains(c);
    encoded += plain ? std::string(1, c) : fmt::format("%{:02X}", byte);
  }
  return encoded;
}

std::string percent_decoded(std::string_view text) {
  std::string decoded;
  while (!text.empty()) {
    unsigned char byte = 0;
    const char* const digits = text.data() + 1;
    const bool escape = text.size() >= 3 && text.front() == '%' &&
                        std::from_chars(digits, digits + 2, byte, 16).ptr == digits + 2;
    decoded += escape ? static_cast<char>(byte) : text.front();
    text.remove_prefix(escape ? 3 : 1);
  }
  return decoded;
}

// "/v1beta/models/m:streamGenerateContent?alt=sse": "m:streamGenerateContent"
std::string_view call_in(std::string_view target) {
  static constexpr std::string_view models = "/models/";
  const std::string_view path = target.substr(0, target.find('?'));
  const std::size_t found = path.rfind(models);
  return found == std::string_view::npos ? "" : path.substr(found + models.size());
}

// ---- questions written

// Newer models refuse a call in the history without the signature they gave with it; this is the
// one their documentation names for calls whose signature is not at hand.
constexpr std::string_view any_signature = "skip_thought_signature_validator";

Json call_part(const ToolCall& call) {
  Json function = Json::object();
  if (!call.id.empty()) function["id"] = call.id;
  function["name"] = call.name;
  function["args"] = arguments_object(call.arguments);
  return {{"functionCall", function}, {"thoughtSignature", any_signature}};
}

// The names of the calls so far, by their ids: results go by name.
using CallNames = std::map<std::string_view, std::string_view>;

// A blank text has no part: the provider refuses one.
Json parts_of(const Message& message, CallNames& names) {
  Json parts = Json::array();
  const auto answered = names.find(message.answers);
  if (message.role == Role::observation && answered != names.end()) {
    const Json function = {{"id", message.answers},
                           {"name", answered->second},
                           {"response", {{"output", message.text}}}};
    parts.push_back({{"functionResponse", function}});
    return parts;
  }
  if (!trim(message.text).empty()) parts.push_back(gemini_text(message.text));
  for (const ToolCall& call : message.calls) {
    if (!call.id.empty()) names.insert_or_assign(call.id, call.name);
    parts.push_back(call_part(call));
  }
  return parts;
}

Json tools_json(const std::vector<Tool>& tools) {
  Json declarations = Json::array();
  for (const Tool& tool : tools) {
    Json declaration = {{"name", tool.name}, {"description", tool.description}};
    if (!tool.parameters.empty()) declaration["parametersJsonSchema"] = tool.parameters;
    declarations.push_back(std::move(declaration));
  }
  Json group = Json::object();
  group["functionDeclarations"] = std::move(declarations);
  return Json::array({std::move(group)});
}

// ---- questions read

// What a command printed. Agents wrap it, each in its own way: {"output": ...}, {"result": ...}.
std::string response_text(const Json& response) {
  const bool wrapped = response.is_object() && response.size() == 1 && response.front().is_string();
  return text_or_json(wrapped ? response.front() : response);
}

// Takes the turns one by one. Calls may come without ids, and results go by the name of their call:
// ids are made up where they are missing, so that each result can be told which call it answers.
class TurnReader {
 public:
  Result<void> add(const Json& turn) {
    const std::string role = text_or_json(member_of(turn, "role"));
    const bool model = role == "model";
    if (!model && !role.empty() && role != "user" && role != "function") {
      return bad_request(fmt::format("a content has the role \"{}\"", one_line(role, 40)));
    }
    if (member_of(turn, "parts").is_null()) return bad_request("a content has no parts");
    if (model) open_.clear();
    Message said{.role = model ? Role::assistant : Role::user};
    std::size_t results = 0;
    for (const Json& part : list_of(member_of(turn, "parts"))) {
      const std::size_t before = messages_.size();
      if (Result<void> read = add_part(part, said); !read) return read;
      results += messages_.size() - before;
    }
    if (results == 0 || !said.text.empty()) messages_.push_back(std::move(said));
    return {};
  }

  record::Transcript take() { return std::move(messages_); }

 private:
  Result<void> add_part(const Json& part, Message& said) {
    if (!part.is_object()) return bad_request("a part is no object");
    if (member_or(part, "thought", false)) return {};
    const Json& text = member_of(part, "text");
    if (!text.is_null() && !text.is_string()) return bad_request("a part's text is no text");
    if (text.is_string()) said.text += text.get_ref<const std::string&>();
    if (const Json& call = field_of(part, "functionCall"); !call.is_null()) {
      return add_call(call, said);
    }
    if (const Json& result = field_of(part, "functionResponse"); !result.is_null()) {
      return add_result(result, said);
    }
    return {};
  }

  Result<void> add_call(const Json& json, Message& said) {
    ToolCall call{.id = member_or<std::string>(json, "id", ""),
                  .name = member_or<std::string>(json, "name", ""),
                  .arguments = arguments_from(member_of(json, "args"))};
    if (call.name.empty()) return bad_request("a functionCall has no name");
    if (said.role != Role::assistant) return bad_request("a user's content holds a functionCall");
    ++calls_;
    if (call.id.empty()) call.id = numbered_call(calls_);
    open_[call.name].push_back(call.id);
    said.calls.push_back(std::move(call));
    return {};
  }

  Result<void> add_result(const Json& json, const Message& said) {
    if (!json.is_object()) return bad_request("a functionResponse is no object");
    if (said.role != Role::user) return bad_request("a model's content holds a functionResponse");
    messages_.push_back(Message{.role = Role::observation,
                                .text = response_text(member_of(json, "response")),
                                .answers = answered(json)});
    return {};
  }

  // The id of the call that a result answers: the one it names, else the first open one of its
  // name; "" if there is none.
  std::string answered(const Json& result) {
    auto id = member_or<std::string>(result, "id", "");
    const auto open = open_.find(member_or<std::string>(result, "name", ""));
    if (!id.empty() || open == open_.end() || open->second.empty()) return id;
    id = std::move(open->second.front());
    open->second.pop_front();
    return id;
  }

  record::Transcript messages_;
  // The ids of the last turn's calls that no result has answered yet, by name.
  std::map<std::string, std::deque<std::string>> open_;
  std::size_t calls_ = 0;
};

Result<record::Transcript> read_contents(const Json& body) {
  record::Transcript messages;
  const Json& system = field_of(body, "systemInstruction");
  if (!system.is_null() && !system.is_object())
    return bad_request("a systemInstruction is no object");
  for (const Json& part : list_of(member_of(system, "parts"))) {
    const Json& text = member_of(part, "text");
    if (!text.is_string()) return bad_request("a part of the systemInstruction has no text");
    messages.push_back(Message{.role = Role::system, .text = text.get<std::string>()});
  }
  const Json contents = list_of(member_of(body, "contents"));
  if (contents.empty()) return bad_request("\"contents\" must hold at least one content");
  TurnReader turns;
  for (const Json& content : contents) {
    if (Result<void> read = turns.add(content); !read) return std::unexpected(read.error());
  }
  std::ranges::move(turns.take(), std::back_inserter(messages));
  return messages;
}

std::vector<Tool> read_declarations(const Json& groups) {
  std::vector<Tool> tools;
  for (const Json& group : list_of(groups)) {
    for (const Json& each : list_of(field_of(group, "functionDeclarations"))) {
      const Json& schema = field_of(each, "parametersJsonSchema");
      Tool tool{.name = member_or<std::string>(each, "name", ""),
                .description = member_or<std::string>(each, "description", ""),
                .parameters = object_of(schema.is_null() ? field_of(each, "parameters") : schema)};
      if (!tool.name.empty()) tools.push_back(std::move(tool));
    }
  }
  return tools;
}

std::string_view status_name(int status) {
  switch (status) {
    case 401:
      return "UNAUTHENTICATED";
    case 403:
      return "PERMISSION_DENIED";
    case 404:
      return "NOT_FOUND";
    case 429:
      return "RESOURCE_EXHAUSTED";
    case 503:
      return "UNAVAILABLE";
    default:
      return status < 500 ? "INVALID_ARGUMENT" : "INTERNAL";
  }
}

class Gemini final : public Dialect {
 public:
  std::string path_of(const Question& question) const override {
    std::string_view model = question.model;
    if (model.starts_with("models/")) model.remove_prefix(7);
    return fmt::format("/models/{}:{}", percent_encoded(model),
                       question.stream ? "streamGenerateContent?alt=sse" : "generateContent");
  }

  Json write_question(const Question& question) const override;
  Result<Question> read_question(std::string_view target, const Json& body) const override;
  Json with_model(Json body, std::string_view /*model*/) const override { return body; }

  std::unique_ptr<AnswerReader> reader() const override { return gemini_reader(); }
  Json write_answer(const Question& question, const Reply& reply) const override {
    return gemini_answer(question, reply);
  }
  std::vector<std::string> write_events(const Question& question,
                                        const Reply& reply) const override {
    return gemini_events(question, reply);
  }
  Json write_error(int status, const Error& error) const override {
    const Json inner = {
        {"code", status}, {"message", error_text(error)}, {"status", status_name(status)}};
    return {{"error", inner}};
  }
};

Json Gemini::write_question(const Question& question) const {
  const record::Transcript messages = sent_messages(question);
  Json system = Json::array();
  Json contents = Json::array();
  CallNames names;
  for (const Message& message : messages) {
    Json parts = parts_of(message, names);
    if (message.role == Role::system) {
      for (Json& part : parts) system.push_back(std::move(part));
    } else {
      add_turn(contents, message.role == Role::assistant ? "model" : "user", "parts",
               std::move(parts));
    }
  }
  Json body = Json::object();
  if (!system.empty()) body["systemInstruction"]["parts"] = std::move(system);
  body["contents"] = std::move(contents);
  if (!question.tools.empty()) body["tools"] = tools_json(question.tools);
  if (question.temperature) body["generationConfig"]["temperature"] = *question.temperature;
  if (question.max_tokens) body["generationConfig"]["maxOutputTokens"] = *question.max_tokens;
  return body;
}

Result<Question> Gemini::read_question(std::string_view target, const Json& body) const {
  const std::string_view call = call_in(target);
  const std::size_t colon = call.rfind(':');
  if (colon == 0 || colon == std::string_view::npos) return bad_request("the path names no model");
  Result<record::Transcript> messages = read_contents(body);
  if (!messages) return std::unexpected(messages.error());
  const Json& settings = field_of(body, "generationConfig");
  const auto limit = some_count_of(settings, "maxOutputTokens");
  return Question{.model = percent_decoded(call.substr(0, colon)),
                  .messages = *std::move(messages),
                  .tools = read_declarations(member_of(body, "tools")),
                  .temperature = number_of(settings, "temperature"),
                  .max_tokens = limit ? limit : some_count_of(settings, "max_output_tokens"),
                  .stream = call.substr(colon + 1) == "streamGenerateContent"};
}

}  // namespace

const Dialect& gemini_dialect() {
  static const Gemini dialect;
  return dialect;
}

}  // namespace redcode::wire
