#include "models/wire/messages_answer.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string_view>
#include <utility>

#include "models/wire/answer_fields.h"
#include "models/wire/arguments.h"
#include "models/wire/reading.h"
#include "models/wire/stream_reader.h"
#include "models/wire/writing.h"

namespace redcode::wire {
namespace {

// More than any reply has, with its thoughts between the calls.
constexpr std::uint64_t most_blocks = 1024;

std::int64_t index_of(const Json& event) {
  const Json& index = member_of(event, "index");
  if (!index.is_number_unsigned() || index.get<std::uint64_t>() >= most_blocks) {
    off_format("a block has no sound index");
  }
  return index.get<std::int64_t>();
}

class MessagesReader final : public StreamReader {
 protected:
  void take_event(std::string_view name, const Json& event) override {
    const auto type = member_or<std::string>(event, "type", std::string(name));
    if (type == "message_start") return start(event);
    if (type.starts_with("content_block_")) return take_block_event(type, event);
    if (type == "message_delta") {
      take_usage(member_of(event, "usage"));
      take_reason(member_of(event, "delta"));
    }
    if (type == "message_stop") return stop();
  }

  void take_whole(const Json& answer) override {
    const Json& content = member_of(answer, "content");
    if (!content.is_array()) off_format("it holds no content");
    if (content.size() > most_blocks) off_format("it holds too many blocks");
    std::int64_t index = 0;
    for (const Json& block : content) {
      open_block(index, block);
      close_block(index);
      ++index;
    }
    take_usage(member_of(answer, "usage"));
    take_reason(answer);
    end();
  }

 private:
  enum class Kind { text, call, other };
  struct Block {
    Kind kind;
    std::string input;  // of a call: what it is if no arguments follow
    bool open = true;
  };

  void start(const Json& event) {
    if (std::exchange(started_, true)) off_format("it starts twice");
    take_usage(member_of(member_of(event, "message"), "usage"));
  }

  void stop() {
    if (!started_) off_format("it has no start");
    for (const auto& [index, block] : blocks_) {
      if (block.open) off_format("a block is never closed");
    }
    close();
  }

  void take_block_event(std::string_view type, const Json& event) {
    if (!started_) off_format("it has no start");
    const std::int64_t index = index_of(event);
    if (type == "content_block_start") open_block(index, member_of(event, "content_block"));
    if (type == "content_block_delta") grow(index, member_of(event, "delta"));
    if (type == "content_block_stop") close_block(index);
  }

  void open_block(std::int64_t index, const Json& block) {
    const auto type = member_or<std::string>(block, "type", "");
    if (type.empty()) off_format("a block has no type");
    Block opened{.kind = Kind::other};
    if (type == "text") {
      opened.kind = Kind::text;
      draft().add_text(index, text_in(block, "text"));
    } else if (type == "tool_use") {
      opened = Block{.kind = Kind::call, .input = arguments_from(member_of(block, "input"))};
      const std::string_view id = text_in(block, "id");
      const std::string_view name = text_in(block, "name");
      if (id.empty() || name.empty()) off_format("a call has no id or no name");
      draft().name_call(index, id, name);
    }
    if (!blocks_.emplace(index, std::move(opened)).second) off_format("a block starts twice");
  }

  // The block, which must be open.
  Block& block_at(std::int64_t index) {
    const auto found = blocks_.find(index);
    if (found == blocks_.end() || !found->second.open) off_format("a block is not open");
    return found->second;
  }

  void grow(std::int64_t index, const Json& delta) {
    const Kind kind = block_at(index).kind;
    if (kind == Kind::other) return;
    const auto type = member_or<std::string>(delta, "type", "");
    if (type == "text_delta") {
      if (kind != Kind::text) off_format("a call grows by text");
      draft().add_text(index, text_in(delta, "text"));
    } else if (type == "input_json_delta") {
      if (kind != Kind::call) off_format("a text grows by arguments");
      draft().add_arguments(index, text_in(delta, "partial_json"));
    }
  }

  void close_block(std::int64_t index) {
    Block& block = block_at(index);
    block.open = false;
    if (block.kind == Kind::call && draft().call_at(index)->arguments.empty()) {
      draft().add_arguments(index, block.input);
    }
  }

  // The provider's classifiers stopped the answer before the model said a word: its block, and none
  // of the model's own refusals.
  void take_reason(const Json& message) {
    const bool stopped = member_or<std::string>(message, "stop_reason", "") == "refusal";
    if (stopped && draft().empty()) blocked("refusal");
  }

  // Counts are those of the answer so far, and servers differ in where they tell which.
  void take_usage(const Json& usage) {
    const std::uint64_t input = count_of(usage, "input_tokens") +
                                count_of(usage, "cache_creation_input_tokens") +
                                count_of(usage, "cache_read_input_tokens");
    record::Usage& total = draft().usage();
    total.input_tokens = std::max(total.input_tokens, input);
    total.output_tokens = std::max(total.output_tokens, count_of(usage, "output_tokens"));
  }

  bool started_ = false;
  std::map<std::int64_t, Block> blocks_;
};

// The message without its content.
Json envelope(const Question& question, const Reply& reply) {
  return {{"id", answer_id("msg_", question)},
          {"type", "message"},
          {"role", "assistant"},
          {"model", question.model},
          {"content", Json::array()},
          {"stop_reason", nullptr},
          {"stop_sequence", nullptr},
          {"usage",
           {{"input_tokens", reply.usage.input_tokens},
            {"cache_creation_input_tokens", 0},
            {"cache_read_input_tokens", 0},
            {"output_tokens", reply.usage.output_tokens}}}};
}

std::string_view stop_reason(const Reply& reply) {
  return reply.calls.empty() ? "end_turn" : "tool_use";
}

Json call_block(const Question& question, const Reply& reply, std::size_t call) {
  return {{"type", "tool_use"},
          {"id", call_id(question, reply, call)},
          {"name", reply.calls[call].name},
          {"input", Json::object()}};
}

// The events of a stream, in order.
class Events {
 public:
  void add(std::string_view type, Json rest) {
    Json event = {{"type", type}};
    event.update(rest);
    events_.push_back(event_text(type, event));
  }

  void add_block(const Json& block, std::string_view delta_type, std::string_view delta_key,
                 std::string_view content) {
    add("content_block_start", {{"index", index_}, {"content_block", block}});
    for (const std::string_view piece : pieces_of(content)) {
      Json delta = {{"type", delta_type}};
      delta[std::string(delta_key)] = piece;
      add("content_block_delta", {{"index", index_}, {"delta", delta}});
    }
    add("content_block_stop", {{"index", index_}});
    ++index_;
  }

  std::vector<std::string> take() { return std::move(events_); }

 private:
  std::vector<std::string> events_;
  int index_ = 0;
};

}  // namespace

std::unique_ptr<AnswerReader> messages_reader() { return std::make_unique<MessagesReader>(); }

Json messages_answer(const Question& question, const Reply& reply) {
  Json answer = envelope(question, reply);
  Json& content = answer["content"];
  if (!reply.text.empty()) content.push_back({{"type", "text"}, {"text", reply.text}});
  for (std::size_t i = 0; i < reply.calls.size(); ++i) {
    Json block = call_block(question, reply, i);
    block["input"] = arguments_object(reply.calls[i].arguments);
    content.push_back(std::move(block));
  }
  answer["stop_reason"] = stop_reason(reply);
  return answer;
}

std::vector<std::string> messages_events(const Question& question, const Reply& reply) {
  Events events;
  Json start = envelope(question, reply);
  start["usage"]["output_tokens"] = 0;
  events.add("message_start", {{"message", start}});
  events.add("ping", Json::object());
  if (!reply.text.empty()) {
    events.add_block({{"type", "text"}, {"text", ""}}, "text_delta", "text", reply.text);
  }
  for (std::size_t i = 0; i < reply.calls.size(); ++i) {
    events.add_block(call_block(question, reply, i), "input_json_delta", "partial_json",
                     arguments_text(reply.calls[i].arguments));
  }
  events.add("message_delta",
             {{"delta", {{"stop_reason", stop_reason(reply)}, {"stop_sequence", nullptr}}},
              {"usage", {{"output_tokens", reply.usage.output_tokens}}}});
  events.add("message_stop", Json::object());
  return events.take();
}

}  // namespace redcode::wire
