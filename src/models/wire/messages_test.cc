#include <gmock/gmock.h>

#include "base/failure.h"
#include "models/wire/wire.h"

namespace redcode::wire {
namespace {

using record::Message;
using record::Role;

Json written(const Question& question) {
  return parse_json(write_question(Format::messages, question)).value();
}

Reply reply_to(std::string_view bytes) {
  const auto reader = AnswerReader::make(Format::messages);
  reader->take(bytes);
  return reader->finish();
}

TEST(Messages, MergesWhatOneSideSaysInARow) {
  const Question question{.model = "m",
                          .messages = {{.role = Role::user, .text = "hello"},
                                       {.role = Role::assistant,
                                        .text = "",
                                        .calls = {{"a", "sh", R"({"c":1})"}, {"b", "sh", ""}}},
                                       {.role = Role::observation, .text = "one", .answers = "a"},
                                       {.role = Role::observation, .text = "", .answers = "b"},
                                       {.role = Role::user, .text = "go on"},
                                       {.role = Role::user, .text = " "}}};

  const Json messages = written(question)["messages"];

  EXPECT_EQ(dump_json(messages), R"([{"role":"user","content":[{"type":"text","text":"hello"}]},)"
                                 R"({"role":"assistant","content":[)"
                                 R"({"type":"tool_use","id":"a","name":"sh","input":{"c":1}},)"
                                 R"({"type":"tool_use","id":"b","name":"sh","input":{}}]},)"
                                 R"({"role":"user","content":[)"
                                 R"({"type":"tool_result","tool_use_id":"a","content":"one"},)"
                                 R"({"type":"tool_result","tool_use_id":"b","content":""},)"
                                 R"({"type":"text","text":"go on"}]}])");
}

TEST(Messages, WritesOutputThatAnswersNoCallAsTheUsersWords) {
  const Question question{.model = "m",
                          .messages = {{.role = Role::assistant, .text = "```sh\nls\n```"},
                                       {.role = Role::observation, .text = "a.txt"}}};

  const Json last = written(question)["messages"].back();

  EXPECT_EQ(dump_json(last), R"({"role":"user","content":[{"type":"text","text":"a.txt"}]})");
}

TEST(Messages, AlwaysWritesALimitAndLeavesPermissionsOut) {
  const Question question{.model = "m",
                          .messages = {{.role = Role::user, .text = "x"},
                                       {.role = Role::permission, .text = "may I?"}}};

  const Json body = written(question);

  EXPECT_EQ(body["max_tokens"], 8192);
  EXPECT_FALSE(dump_json(body).contains("may I?"));
}

TEST(Messages, WrapsArgumentsThatAreNoObject) {
  const Question question{
      .model = "m", .messages = {{.role = Role::assistant, .calls = {{"a", "sh", R"({"c": )"}}}}};

  const Json input = written(question)["messages"][0]["content"][0]["input"];

  EXPECT_EQ(dump_json(input), R"({"_raw":"{\"c\": "})");
}

TEST(Messages, ReadsResultsBeforeTheUsersWords) {
  const std::string_view body = R"({"model":"m","system":[{"type":"text","text":"one"},
      {"type":"text","text":"two","cache_control":{"type":"ephemeral"}}],"messages":[
      {"role":"user","content":"do"},
      {"role":"assistant","content":[{"type":"thinking","thinking":"hm","signature":"x"},
        {"type":"text","text":"yes"},{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"ls"}}]},
      {"role":"user","content":[{"type":"text","text":"go on"},
        {"type":"tool_result","tool_use_id":"t1","is_error":true,
         "content":[{"type":"text","text":"a"},{"type":"image"},{"type":"text","text":"b"}]}]}]})";
  const Question question = read_question(Format::messages, "/v1/messages?beta=true", body).value();

  const record::Transcript expected = {
      {.role = Role::system, .text = "one"},
      {.role = Role::system, .text = "two"},
      {.role = Role::user, .text = "do"},
      {.role = Role::assistant, .text = "yes", .calls = {{"t1", "Bash", R"({"command":"ls"})"}}},
      {.role = Role::observation, .text = "ab", .answers = "t1"},
      {.role = Role::user, .text = "go on"}};
  EXPECT_EQ(question.messages, expected);
  EXPECT_FALSE(question.stream);
  EXPECT_EQ(question.max_tokens, std::nullopt);
}

TEST(Messages, CountsWhatCameOutOfTheCacheAsInput) {
  const Reply reply = reply_to(R"({"type":"message","content":[{"type":"text","text":"hi"}],
      "usage":{"input_tokens":1,"cache_creation_input_tokens":20,"cache_read_input_tokens":300,
      "output_tokens":4}})");

  EXPECT_EQ(reply, (Reply{.text = "hi", .usage = {.input_tokens = 321, .output_tokens = 4}}));
}

TEST(Messages, WritesErrorsByTheirStatus) {
  const Error error{.code = "spent", .message = "the budget is spent", .hint = "raise it"};

  const std::string body = write_error(Format::messages, 429, error);

  EXPECT_EQ(body, R"({"type":"error","error":{"type":"rate_limit_error",)"
                  R"("message":"the budget is spent; raise it"}})");
}

}  // namespace
}  // namespace redcode::wire
