#include "models/wire/responses_reader.h"

#include <gtest/gtest.h>

#include "models/wire/answers_for_tests.h"

namespace redcode::wire {
namespace {

// An event with its name in its JSON only, as some servers send it.
std::string event(std::string_view type, std::string_view members) {
  return fmt::format("data: {{\"type\": \"response.{}\", {}}}\n\n", type, members);
}
std::string item(std::string_view type, int index, std::string_view members) {
  return event(fmt::format("output_item.{}", type),
               fmt::format("\"output_index\": {}, \"item\": {{{}}}", index, members));
}
std::string ended(std::string_view type, std::string_view members) {
  return event(type, fmt::format("\"response\": {{{}}}", members));
}

constexpr std::string_view usage = R"("usage": {"input_tokens": 5, "output_tokens": 6})";
constexpr record::Usage counted{.input_tokens = 5, .output_tokens = 6};
const std::string completed = ended("completed", usage);

TEST(ResponsesReader, ReadsWhatServersSend) {
  const std::vector<Told> table = {
      {"nothing said", completed, {.text = "", .usage = counted}},
      {"deltas only",
       event("output_text.delta", R"("output_index": 0, "delta": "a")") +
           event("output_text.delta", R"("output_index": 0, "delta": "b")") +
           item("added", 1, R"("type": "function_call", "call_id": "c", "name": "f")") +
           event("function_call_arguments.delta", R"("output_index": 1, "delta": "{")") +
           event("function_call_arguments.delta", R"("output_index": 1, "delta": "}")") + completed,
       {.text = "ab", .calls = {{"c", "f", "{}"}}, .usage = counted}},
      {"completed only",
       ended("completed",
             R"("output": [{"type": "reasoning", "content": [{"type": "text", "text": "hm"}]}, )"
             R"({"type": "message", "content": [{"type": "output_text", "text": "a"}]}, )"
             R"({"type": "function_call", "id": "x", "name": "f", "arguments": "{}"}])"),
       {.text = "a", .calls = {{"x", "f", "{}"}}}},
      {"a done item counts for more than its deltas",
       event("output_text.delta", R"("output_index": 0, "delta": "aa")") +
           item("done", 0,
                R"("type": "message", "content": [{"type": "output_text", "text": "b"}])") +
           completed,
       {.text = "b", .usage = counted}},
      {"the completed response counts for more than its items",
       item("done", 0, R"("type": "message", "content": "b")") +
           ended("completed", R"("output": [{"type": "message", "content": "c"}])"),
       {.text = "c"}},
      {"reasoning is left out",
       event("reasoning_text.delta", R"("output_index": 0, "delta": "hm")") +
           event("reasoning_summary_text.delta", R"("output_index": 0, "delta": "hm")") +
           event("output_text.delta", R"("output_index": 1, "delta": "a")") + completed,
       {.text = "a", .usage = counted}},
      {"a refusal is what was said",
       event("refusal.delta", R"("output_index": 0, "delta": "No.")") +
           item("done", 0,
                R"("type": "message", "content": [{"type": "refusal", "refusal": "No."}])") +
           completed,
       {.text = "No.", .usage = counted}},
      {"a custom call",
       item("added", 0,
            R"("type": "custom_tool_call", "call_id": "c", "name": "exec", "input": "")") +
           event("custom_tool_call_input.delta", R"("output_index": 0, "delta": "ls")") + completed,
       {.text = "", .calls = {{"c", "exec", "ls"}}, .usage = counted}},
      {"an answer cut at its longest",
       event("output_text.delta", R"("delta": "a")") + ended("incomplete", usage),
       {.text = "a", .usage = counted}},
      {"the type in the event's name alone",
       "event: response.output_text.delta\ndata: {\"delta\": \"a\"}\n\n"
       "event: response.completed\ndata: {\"response\": {}}\n\n",
       {.text = "a"}},
      {"unknown events, empty members and [DONE]",
       event("queued", R"("x": 1)") +
           event("output_text.delta", R"("delta": null, "output_index": null)") + completed +
           "data: [DONE]\n\n",
       {.text = "", .usage = counted}},
  };

  for (const Told& told : table) {
    EXPECT_EQ(read_bytewise(Format::responses, told.stream), told.reply) << told.what;
  }
}

TEST(ResponsesReader, SaysHowABadAnswerIsBad) {
  const std::string text = event("output_text.delta", R"("delta": "a")");
  const std::vector<std::pair<std::string, std::string_view>> table = {
      {text, "corrupt"},
      {text + "data: [DONE]\n\n", "corrupt"},
      {text + "event: response.completed\ndata: {\"resp\n\n", "corrupt"},
      {text + ended("failed", R"("error": {"message": "busy"})"), "unavailable"},
      {text + ended("failed", R"("status": "failed")"), "unavailable"},
      {text + "event: error\ndata: {\"type\": \"error\", \"message\": \"busy\"}\n\n",
       "unavailable"},
      {R"({"status": "in_progress", "output": []})", "corrupt"},
      {R"({"status": "completed"})", "corrupt"},
      {R"({"status": "failed", "error": {"message": "busy"}, "output": []})", "unavailable"},
      {R"({"output": [], "error": null})", "a reply"},
  };

  for (const auto& [bytes, ending] : table) {
    EXPECT_EQ(ending_of(Format::responses, bytes), ending) << bytes;
  }
}

}  // namespace
}  // namespace redcode::wire
