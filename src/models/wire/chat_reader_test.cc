#include "models/wire/chat_reader.h"

#include <gtest/gtest.h>

#include "models/wire/answers_for_tests.h"

namespace redcode::wire {
namespace {

// A chunk with one choice of these members.
std::string chunk(std::string_view choice) {
  return fmt::format("data: {{\"choices\": [{{{}}}]}}\n\n", choice);
}
std::string delta(std::string_view members) {
  return chunk(fmt::format("\"delta\": {{{}}}", members));
}
std::string call(std::string_view members) {
  return delta(fmt::format("\"tool_calls\": [{{{}}}]", members));
}
const std::string stop = chunk(R"("delta": {}, "finish_reason": "stop")");

TEST(ChatReader, ReadsWhatServersSend) {
  const std::vector<Told> table = {
      {"nothing said", delta("") + stop, {}},
      {"no finish_reason, but [DONE]", delta(R"("content": "a")") + "data: [DONE]\n\n", {"a"}},
      {"comments, empty events, a byte order mark",
       "\xEF\xBB\xBF: hi\n\ndata:\n\n" + delta(R"("content": "a")") + ": ping\n\n" + stop,
       {"a"}},
      {"content that is null or parts",
       delta(R"("content": null)") +
           delta(R"("content": ["a", {"type": "thinking", "text": "b"}])") + stop,
       {"a"}},
      {"reasoning is left out",
       delta(R"("reasoning_content": "hm", "content": null)") + delta(R"("content": "a")") + stop,
       {"a"}},
      {"a refusal beside the content",
       delta(R"("content": null, "refusal": "No.")") + stop,
       {"No."}},
      {"other choices are left out",
       delta(R"("content": "a")") + chunk(R"("index": 1, "delta": {"content": "b"})") + stop,
       {"a"}},
      {"calls in pieces, mixed",
       call(R"("index": 0, "id": "x", "function": {"name": "f", "arguments": ""})") +
           call(R"("index": 1, "id": "y", "function": {"name": "g", "arguments": "{"})") +
           call(R"("index": 0, "function": {"arguments": "{\"a\""})") +
           call(R"("index": 1, "function": {"arguments": "}"})") +
           call(R"("index": 0, "function": {"arguments": ":1"})") + stop,
       {.text = "", .calls = {{"x", "f", R"({"a":1)"}, {"y", "g", "{}"}}}},
      {"an id and a name told again",
       call(R"("index": 0, "id": "x", "function": {"name": "f", "arguments": "{"})") +
           call(R"("index": 0, "id": "x", "function": {"name": "f", "arguments": "}"})") + stop,
       {.text = "", .calls = {{"x", "f", "{}"}}}},
      {"calls that all have the index 0",
       call(R"("index": 0, "id": "x", "function": {"name": "f", "arguments": "{}"})") +
           call(R"("index": 0, "id": "y", "function": {"name": "f", "arguments": "{}"})") + stop,
       {.text = "", .calls = {{"x", "f", "{}"}, {"y", "f", "{}"}}}},
      {"calls without index, id or text for arguments",
       delta(R"("tool_calls": [{"function": {"name": "f", "arguments": {"a": 1}}}, )"
             R"({"function": {"name": "g"}}])") +
           stop,
       {.text = "", .calls = {{"", "f", R"({"a":1})"}, {"", "g", ""}}}},
      {"the usage behind the end, and odd counts",
       delta(R"("content": "a")") + stop +
           "data: {\"choices\": [], \"usage\": {\"prompt_tokens\": 5, \"completion_tokens\": "
           "-1}}\n\n",
       {.text = "a", .usage = {.input_tokens = 5, .output_tokens = 0}}},
      {"a usage of another type, and no error",
       "data: {\"usage\": []}\n\ndata: {\"error\": null}\n\n" + stop,
       {}},
  };

  for (const Told& told : table) {
    EXPECT_EQ(read_bytewise(Format::chat, told.stream), told.reply) << told.what;
  }
}

TEST(ChatReader, ReadsOneJsonTextFromAServerThatDoesNotStream) {
  const Reply reply = read_answer(Format::chat, R"(
      {"choices": [{"message": {"role": "assistant", "content": [{"type": "text", "text": "a"}],
         "tool_calls": [{"id": "x", "function": {"name": "f", "arguments": "no json"}},
                        {"id": "", "function": {"name": "g", "arguments": null}}]},
       "finish_reason": null}], "usage": {"prompt_tokens": 5, "completion_tokens": 6}})");

  const Reply expected{.text = "a",
                       .calls = {{"x", "f", "no json"}, {"", "g", ""}},
                       .usage = {.input_tokens = 5, .output_tokens = 6}};
  EXPECT_EQ(reply, expected);
}

TEST(ChatReader, SaysHowABadAnswerIsBad) {
  const std::vector<std::pair<std::string, std::string_view>> table = {
      {"data: [DONE]\n\n", "corrupt"},
      {R"({"choices": []})", "corrupt"},
      {R"({"choices": [{"index": 0}]})", "corrupt"},
      {delta(R"("content": "a")"), "corrupt"},
      {delta(R"("content": 7)") + stop, "corrupt"},
      {delta(R"("tool_calls": "x")") + stop, "corrupt"},
      {delta(R"("tool_calls": [7])") + stop, "corrupt"},
      {"data: {\"choices\": {}}\n\n" + stop, "corrupt"},
      {delta(R"("content": "a")") + "data: {\"choi\n\n", "corrupt"},
      {delta(R"("content": "a")") + "data: {\"error\": {\"message\": \"busy\"}}\n\n" + stop,
       "unavailable"},
      {delta(R"("content": "a")") + "event: error\ndata: {\"message\": \"busy\"}\n\n" + stop,
       "unavailable"},
      {R"([{"error": {"message": "no key"}}])", "unavailable"},
      {"data: " + std::string(longest_event + 1, ' '), "corrupt"},
      {"{" + std::string(longest_event, ' '), "corrupt"},
      {"data: " + std::string(100'000, '[') + "\n\n", "corrupt"},
  };

  for (const auto& [bytes, ending] : table) {
    EXPECT_EQ(ending_of(Format::chat, bytes), ending) << bytes.substr(0, 200);
  }
}

TEST(ChatReader, MakesTheServersWordsSafeToShow) {
  try {
    read_answer(Format::chat, "{\"error\": \"\\u001b[31m" + std::string(5000, 'x') + "\"}");
    FAIL();
  } catch (const Failure& failure) {
    const std::string_view what = failure.what();
    EXPECT_EQ(what.find('\x1b'), std::string_view::npos);
    EXPECT_LT(what.size(), 1100U);
  }
}

}  // namespace
}  // namespace redcode::wire
