// OpenAI responses: the answers a server writes, and the dialect as a whole.
#include <fmt/format.h>

#include <string>
#include <utility>

#include "models/wire/dialect.h"
#include "models/wire/responses_item.h"
#include "models/wire/responses_question.h"
#include "models/wire/responses_reader.h"
#include "models/wire/writing.h"

namespace redcode::wire {
namespace {

Json text_part(std::string_view text) {
  return {{"type", "output_text"}, {"text", text}, {"annotations", Json::array()}};
}

Json message_item(const Question& question, const Reply& reply) {
  return {{"type", "message"},
          {"id", answer_id("msg_", question)},
          {"role", "assistant"},
          {"status", "completed"},
          {"content", Json::array({text_part(reply.text)})}};
}

// What the reply holds: its text first, if there is one, then its calls.
Json items_of(const Question& question, const Reply& reply) {
  Json items = Json::array();
  if (!reply.text.empty()) items.push_back(message_item(question, reply));
  for (std::size_t i = 0; i < reply.calls.size(); ++i) {
    record::ToolCall call = reply.calls[i];
    call.id = call_id(question, reply, i);
    Json item = call_item(question, call);
    item["id"] = fmt::format("{}_{}", answer_id("fc_", question), i);
    item["status"] = "completed";
    items.push_back(std::move(item));
  }
  return items;
}

Json usage_details(const record::Usage& usage) {
  return {{"input_tokens", usage.input_tokens},
          {"input_tokens_details", {{"cached_tokens", 0}}},
          {"output_tokens", usage.output_tokens},
          {"output_tokens_details", {{"reasoning_tokens", 0}}},
          {"total_tokens", usage.input_tokens + usage.output_tokens}};
}

// A response that has just begun. It names all that clients look for.
Json begun(const Question& question) {
  return {{"id", answer_id("resp_", question)},
          {"object", "response"},
          {"created_at", 0},
          {"status", "in_progress"},
          {"error", nullptr},
          {"incomplete_details", nullptr},
          {"instructions", nullptr},
          {"metadata", Json::object()},
          {"model", question.model},
          {"output", Json::array()},
          {"parallel_tool_calls", true},
          {"temperature", question.temperature.value_or(1)},
          {"tool_choice", "auto"},
          {"tools", Json::array()},
          {"top_p", 1},
          {"usage", nullptr}};
}

Json completed(const Question& question, const Reply& reply, Json items) {
  Json response = begun(question);
  response["status"] = "completed";
  response["output"] = std::move(items);
  response["usage"] = usage_details(reply.usage);
  return response;
}

// The events of one streamed answer, numbered.
class ItemEvents {
 public:
  void add_response(std::string_view type, Json response) {
    Json event = Json::object();
    event["response"] = std::move(response);
    add(type, std::move(event));
  }
  void add_item(const Json& item) {
    if (item["type"] == "message") {
      add_message(item);
    } else {
      add_call(item, item["type"] == "function_call" ? "arguments" : "input");
    }
    Json done = Json::object();
    done["output_index"] = index_++;
    done["item"] = item;
    add("response.output_item.done", std::move(done));
  }
  std::vector<std::string> all() && { return std::move(events_); }

 private:
  void add(std::string_view type, Json event) {
    Json numbered = {{"type", type}, {"sequence_number", events_.size()}};
    numbered.update(event);
    events_.push_back(event_text(type, numbered));
  }
  void begin_item(Json item) {
    item["status"] = "in_progress";
    Json event = Json::object();
    event["output_index"] = index_;
    event["item"] = std::move(item);
    add("response.output_item.added", std::move(event));
  }
  // An event about something in the present item.
  Json inside(const Json& item) const {
    return {{"item_id", item["id"]}, {"output_index", index_}};
  }

  void add_message(const Json& item) {
    Json empty = item;
    empty["content"] = Json::array();
    begin_item(std::move(empty));
    const Json& part = item["content"][0];
    const auto& text = part["text"].get_ref<const std::string&>();
    Json event = inside(item);
    event["content_index"] = 0;
    const auto add_with = [&](std::string_view type, std::string_view key, const Json& value) {
      Json with = event;
      with[std::string(key)] = value;
      add(type, std::move(with));
    };
    add_with("response.content_part.added", "part", text_part(""));
    for (const std::string_view piece : pieces_of(text)) {
      add_with("response.output_text.delta", "delta", piece);
    }
    add_with("response.output_text.done", "text", text);
    add_with("response.content_part.done", "part", part);
  }
  // `key` is what holds the call's arguments.
  void add_call(const Json& item, const std::string& key) {
    Json empty = item;
    empty[key] = "";
    begin_item(std::move(empty));
    const std::string stem =
        key == "input" ? "response.custom_tool_call_input" : "response.function_call_arguments";
    for (const std::string_view piece : pieces_of(item[key].get_ref<const std::string&>())) {
      Json event = inside(item);
      event["delta"] = piece;
      add(stem + ".delta", std::move(event));
    }
    Json event = inside(item);
    event[key] = item[key];
    add(stem + ".done", std::move(event));
  }

  std::vector<std::string> events_;
  std::size_t index_ = 0;  // of the present item
};

class Responses : public Dialect {
 public:
  std::string path_of(const Question& /*question*/) const override { return "/responses"; }
  Json write_question(const Question& question) const override {
    return write_responses_question(question);
  }
  Result<Question> read_question(std::string_view /*target*/, const Json& body) const override {
    return read_responses_question(body);
  }
  std::unique_ptr<AnswerReader> reader() const override {
    return std::make_unique<ResponsesReader>();
  }
  Json write_answer(const Question& question, const Reply& reply) const override {
    return completed(question, reply, items_of(question, reply));
  }
  std::vector<std::string> write_events(const Question& question,
                                        const Reply& reply) const override {
    Json items = items_of(question, reply);
    ItemEvents events;
    events.add_response("response.created", begun(question));
    events.add_response("response.in_progress", begun(question));
    for (const Json& item : items) events.add_item(item);
    events.add_response("response.completed", completed(question, reply, std::move(items)));
    return std::move(events).all();
  }
  Json write_error(int status, const Error& error) const override {
    return openai_error(status, error);
  }
};

}  // namespace

const Dialect& responses_dialect() {
  static const Responses dialect;
  return dialect;
}

}  // namespace redcode::wire
