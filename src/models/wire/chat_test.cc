#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "models/wire/answers_for_tests.h"

namespace redcode::wire {
namespace {

using record::Role;

Json json_of_event(std::string_view event) { return json_of(event.substr(6)); }

TEST(Chat, WritesQuestions) {
  const Question question{
      .model = "m",
      .messages = {{Role::system, "s"},
                   {.role = Role::assistant, .text = "", .calls = {{"c", "sh", "{}"}}},
                   {.role = Role::observation, .text = "o", .answers = "c"}},
      .tools = {{"sh", "runs", {{"type", "object"}}}},
      .temperature = 0,
      .max_tokens = 7};

  EXPECT_EQ(json_of(write_question(Format::chat, question)), json_of(R"({
      "model": "m",
      "messages": [
        {"role": "system", "content": "s"},
        {"role": "assistant", "content": null, "tool_calls": [
          {"id": "c", "type": "function", "function": {"name": "sh", "arguments": "{}"}}]},
        {"role": "tool", "tool_call_id": "c", "content": "o"}],
      "tools": [{"type": "function", "function":
        {"name": "sh", "description": "runs", "parameters": {"type": "object"}}}],
      "temperature": 0.0, "max_tokens": 7, "stream": true,
      "stream_options": {"include_usage": true}})"));
}

TEST(Chat, ReadsQuestionsOfEveryShape) {
  const Result<Question> question = read_question(Format::chat, "", R"({
      "model": 7, "stream": true, "max_completion_tokens": 9, "temperature": "hot",
      "tools": [{"type": "function", "function": {"name": "f", "parameters": null}},
                {"type": "web_search"}, 3],
      "messages": [
        {"role": "developer", "content": "s"},
        {"role": "user", "content": [{"type": "text", "text": "a"}, {"type": "image_url"}, "b"]},
        {"role": "assistant", "content": null, "refusal": "No.", "reasoning_content": "hm"},
        {"role": "assistant", "tool_calls": [{"id": "c", "function": {"name": "f", "arguments": "x"}}]},
        {"role": "tool", "tool_call_id": "c", "content": [{"type": "text", "text": "o"}]},
        {"role": "function", "name": "f", "content": "p"}]})");

  ASSERT_TRUE(question) << question.error().text();
  EXPECT_EQ(question->model, "");
  EXPECT_EQ(question->max_tokens, 9U);
  EXPECT_EQ(question->temperature, std::nullopt);
  EXPECT_FALSE(question->include_usage);
  EXPECT_EQ(question->tools, (std::vector<Tool>{{"f", "", Json::object()}}));
  EXPECT_EQ(question->messages,
            (record::Transcript{{Role::system, "s"},
                                {Role::user, "ab"},
                                {Role::assistant, "No."},
                                {.role = Role::assistant, .text = "", .calls = {{"c", "f", "x"}}},
                                {.role = Role::observation, .text = "o", .answers = "c"},
                                {Role::observation, "p"}}));
}

TEST(Chat, NamesTheRoleItDoesNotKnow) {
  const Result<Question> question =
      read_question(Format::chat, "", R"({"messages": [{"role": "ki\u001bng", "content": "a"}]})");

  ASSERT_FALSE(question);
  EXPECT_EQ(question.error().message, R"(a message has the role "ki\x1bng")");
}

TEST(Chat, StreamsUsageOnlyWhenAsked) {
  Question question{.model = "m", .messages = {{Role::user, "u"}}};
  const Reply reply{.text = "a", .usage = {.input_tokens = 1, .output_tokens = 2}};

  const std::vector<std::string> with = write_events(Format::chat, question, reply);
  question.include_usage = false;
  const std::vector<std::string> without = write_events(Format::chat, question, reply);

  ASSERT_EQ(with.size(), 5U);
  EXPECT_EQ(json_of_event(with[3]),
            json_of(R"({"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 0,
                        "model": "m", "choices": [], "usage": {"prompt_tokens": 1,
                        "completion_tokens": 2, "total_tokens": 3}})"));
  EXPECT_EQ(with.back(), "data: [DONE]\n\n");
  EXPECT_EQ(without, (std::vector<std::string>{with[0], with[1], with[2], with[4]}));
}

TEST(Chat, TellsCallsFromAnEnd) {
  const Question question{.model = "m"};
  const Reply reply{.text = "", .calls = {{"c", "sh", "{}"}}};

  const Json called = json_of(write_answer(Format::chat, question, reply));
  const Json stopped = json_of(write_answer(Format::chat, question, {.text = "a"}));

  EXPECT_EQ(called["choices"][0], json_of(R"({"index": 0, "message":
      {"role": "assistant", "content": null, "tool_calls": [
        {"id": "c", "type": "function", "function": {"name": "sh", "arguments": "{}"}}]},
      "finish_reason": "tool_calls"})"));
  EXPECT_EQ(stopped["choices"][0], json_of(R"({"index": 0, "message":
      {"role": "assistant", "content": "a"}, "finish_reason": "stop"})"));
}

}  // namespace
}  // namespace redcode::wire
