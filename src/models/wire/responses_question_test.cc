#include "models/wire/responses_question.h"

#include <gtest/gtest.h>

#include "models/wire/answers_for_tests.h"

namespace redcode::wire {
namespace {

using record::Role;

TEST(ResponsesQuestion, IsWritten) {
  const Question question{
      .model = "m",
      .messages = {{Role::system, "s"},
                   {Role::system, "t"},
                   {.role = Role::assistant, .text = "I do.", .calls = {{"c", "sh", "{}"}}},
                   {.role = Role::observation, .text = "o", .answers = "c"},
                   {.role = Role::assistant, .text = "", .calls = {{"d", "patch", "*** Begin"}}},
                   {.role = Role::observation, .text = "p", .answers = "d"}},
      .tools = {{"sh", "runs", {{"type", "object"}}}, {"patch", "edits", {{"type", "string"}}}},
      .max_tokens = 7};

  EXPECT_EQ(write_responses_question(question), json_of(R"({
      "model": "m", "instructions": "s",
      "input": [
        {"type": "message", "role": "system", "content": "t"},
        {"type": "message", "role": "assistant", "content": "I do."},
        {"type": "function_call", "call_id": "c", "name": "sh", "arguments": "{}"},
        {"type": "function_call_output", "call_id": "c", "output": "o"},
        {"type": "custom_tool_call", "call_id": "d", "name": "patch", "input": "*** Begin"},
        {"type": "custom_tool_call_output", "call_id": "d", "output": "p"}],
      "tools": [
        {"type": "function", "name": "sh", "description": "runs", "parameters": {"type": "object"},
         "strict": false},
        {"type": "custom", "name": "patch", "description": "edits"}],
      "max_output_tokens": 7, "stream": true, "store": false})"));
}

TEST(ResponsesQuestion, IsReadInEveryShape) {
  const Result<Question> question = read_responses_question(json_of(R"({
      "model": "m", "instructions": "s", "max_output_tokens": 3,
      "tools": [{"type": "function", "name": "f", "description": "d", "parameters": {"a": 1}},
                {"type": "custom", "name": "patch", "format": {"type": "grammar"}},
                {"type": "namespace", "name": "n", "tools": [{"type": "function", "name": "inner"}]},
                {"type": "web_search"}, {"type": "local_shell"}],
      "input": [
        {"type": "additional_tools", "tools": [{"type": "custom", "name": "exec"}]},
        {"role": "developer", "content": "t"},
        {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "u"},
          {"type": "input_image", "image_url": "x"}]},
        {"type": "reasoning", "summary": [{"type": "summary_text", "text": "hm"}]},
        {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "a"}]},
        {"type": "function_call", "id": "fc", "call_id": "c", "name": "f", "arguments": "{}"},
        {"type": "custom_tool_call", "call_id": "d", "name": "patch", "input": "x"},
        {"type": "function_call_output", "call_id": "c",
         "output": [{"type": "input_text", "text": "o"}]},
        {"type": "custom_tool_call_output", "call_id": "d", "output": "p"},
        {"type": "local_shell_call", "call_id": "e", "action": {"command": ["ls"]}},
        {"type": "local_shell_call_output", "call_id": "e", "output": {"exit": 0}},
        {"type": "web_search_call", "id": "w"}, {"type": "item_reference", "id": "i"}, {"type": null,
         "role": "user", "content": "v"}]})"));

  ASSERT_TRUE(question) << question.error().text();
  EXPECT_EQ(question->tools, (std::vector<Tool>{{"f", "d", {{"a", 1}}},
                                                {"patch", "", {{"type", "string"}}},
                                                {"inner", "", Json::object()},
                                                {"exec", "", {{"type", "string"}}}}));
  EXPECT_EQ(
      question->messages,
      (record::Transcript{
          {Role::system, "s"},
          {Role::system, "t"},
          {Role::user, "u"},
          {.role = Role::assistant, .text = "a", .calls = {{"c", "f", "{}"}, {"d", "patch", "x"}}},
          {.role = Role::observation, .text = "o", .answers = "c"},
          {.role = Role::observation, .text = "p", .answers = "d"},
          {.role = Role::assistant,
           .text = "",
           .calls = {{"e", "local_shell", R"({"command":["ls"]})"}}},
          {.role = Role::observation, .text = R"({"exit":0})", .answers = "e"},
          {Role::user, "v"}}));
  EXPECT_EQ(question->max_tokens, 3U);
  EXPECT_FALSE(question->stream);
}

TEST(ResponsesQuestion, MayBeOneText) {
  const Result<Question> question =
      read_responses_question({{"model", "m"}, {"input", "hello"}, {"stream", true}});

  ASSERT_TRUE(question) << question.error().text();
  EXPECT_EQ(question->messages, (record::Transcript{{Role::user, "hello"}}));
  EXPECT_TRUE(question->stream);
}

}  // namespace
}  // namespace redcode::wire
