#include <gmock/gmock.h>

#include "base/failure.h"
#include "models/wire/wire.h"

namespace redcode::wire {
namespace {

using record::Role;

Question read(std::string_view body) {
  return read_question(Format::gemini, "/v1beta/models/m:streamGenerateContent?alt=sse", body)
      .value();
}

TEST(Gemini, HasItsModelAndStreamInThePath) {
  const Question streamed{.model = "models/gemini-2.5-pro", .messages = {}};
  const Question whole{.model = "a/b?key=:c", .messages = {}, .stream = false};

  EXPECT_EQ(path_of(Format::gemini, streamed),
            "/models/gemini-2.5-pro:streamGenerateContent?alt=sse");
  EXPECT_EQ(path_of(Format::gemini, whole), "/models/a%2Fb%3Fkey%3D%3Ac:generateContent");
}

TEST(Gemini, ReadsTheModelBackFromThePath) {
  const Question question{
      .model = "a/b?key=:c", .messages = {{.role = Role::user, .text = "x"}}, .stream = false};
  const std::string target = "/v1beta" + path_of(Format::gemini, question);

  const auto again =
      read_question(Format::gemini, target, write_question(Format::gemini, question)).value();

  EXPECT_EQ(again.model, question.model);
  EXPECT_FALSE(again.stream);
}

TEST(Gemini, WritesResultsUnderTheNameOfTheirCall) {
  const Question question{
      .model = "m",
      .messages = {{.role = Role::system, .text = "be good"},
                   {.role = Role::user, .text = "go"},
                   {.role = Role::assistant, .calls = {{"a", "sh", R"({"c":1})"}}},
                   {.role = Role::observation, .text = "out", .answers = "a"},
                   {.role = Role::observation, .text = "lost", .answers = "b"}}};

  const std::string body = write_question(Format::gemini, question);

  EXPECT_EQ(body,
            R"({"systemInstruction":{"parts":[{"text":"be good"}]},"contents":[)"
            R"({"role":"user","parts":[{"text":"go"}]},)"
            R"({"role":"model","parts":[{"functionCall":{"id":"a","name":"sh","args":{"c":1}},)"
            R"("thoughtSignature":"skip_thought_signature_validator"}]},)"
            R"({"role":"user","parts":[{"functionResponse":{"id":"a","name":"sh",)"
            R"("response":{"output":"out"}}},{"text":"lost"}]}]})");
}

TEST(Gemini, TellsResultsWhichCallTheyAnswer) {
  const Question question = read(R"({"system_instruction":{"parts":{"text":"be good"}},"contents":[
      {"role":"user","parts":[{"text":"go"}]},
      {"role":"model","parts":[{"text":"hm","thought":true},{"functionCall":{"name":"sh","args":{"c":1}}},
        {"functionCall":{"name":"cat"}},{"functionCall":{"name":"sh","args":{"c":2}}}]},
      {"role":"user","parts":[{"functionResponse":{"name":"cat","response":{"content":"meow"}}},
        {"functionResponse":{"name":"sh","response":{"output":"1"}}},
        {"functionResponse":{"name":"sh","response":{"output":"2","exit":0}}},
        {"functionResponse":{"name":"sh","response":{}}}]}]})");

  const record::Transcript expected = {
      {.role = Role::system, .text = "be good"},
      {.role = Role::user, .text = "go"},
      {.role = Role::assistant,
       .calls = {{"call-1", "sh", R"({"c":1})"},
                 {"call-2", "cat", "{}"},
                 {"call-3", "sh", R"({"c":2})"}}},
      {.role = Role::observation, .text = "meow", .answers = "call-2"},
      {.role = Role::observation, .text = "1", .answers = "call-1"},
      {.role = Role::observation, .text = R"({"output":"2","exit":0})", .answers = "call-3"},
      {.role = Role::observation, .text = "{}", .answers = ""}};
  EXPECT_EQ(question.messages, expected);
  EXPECT_EQ(question.model, "m");
  EXPECT_TRUE(question.stream);
}

TEST(Gemini, ReadsToolsInEveryShapeAgentsSendThem) {
  const Question question = read(R"({"contents":{"parts":{"text":"go"}},
      "tools":{"functionDeclarations":[{"name":"a","description":"d","parameters":{"type":"OBJECT"}},
        {"name":"b","parametersJsonSchema":{"type":"object"}},{"description":"nameless"}]},
      "generationConfig":{"temperature":0.5,"max_output_tokens":7}})");

  const std::vector<Tool> expected = {
      {.name = "a", .description = "d", .parameters = {{"type", "OBJECT"}}},
      {.name = "b", .description = "", .parameters = {{"type", "object"}}}};
  EXPECT_EQ(question.tools, expected);
  EXPECT_EQ(question.temperature, 0.5);
  EXPECT_EQ(question.max_tokens, 7);
}

TEST(Gemini, ABlockedQuestionIsNoReplyAndNamesTheReason) {
  const auto reader = AnswerReader::make(Format::gemini);
  const std::string_view blocked =
      "data: {\"promptFeedback\":{\"blockReason\":\"PROHIBITED_CONTENT\"}}\n\n";

  try {
    reader->take(blocked);
    FAIL() << "it was taken";
  } catch (const Failure& failure) {
    EXPECT_EQ(failure.kind(), Failure::Kind::corrupt);
    EXPECT_THAT(failure.what(), testing::HasSubstr("PROHIBITED_CONTENT"));
  }
}

TEST(Gemini, CountsThoughtsAsOutput) {
  const auto reader = AnswerReader::make(Format::gemini);
  reader->take(R"([{"candidates":[{"content":{"parts":[{"text":"a"}]}}],
      "usageMetadata":{"promptTokenCount":5}},
      {"candidates":[{"content":{"parts":[{"text":"b"}]},"finishReason":"STOP"}],
      "usageMetadata":{"promptTokenCount":5,"candidatesTokenCount":2,"thoughtsTokenCount":30}}])");

  const Reply reply = reader->finish();

  EXPECT_EQ(reply, (Reply{.text = "ab", .usage = {.input_tokens = 5, .output_tokens = 32}}));
}

TEST(Gemini, LeavesTheBodyAloneWhenTheModelIsRenamed) {
  const std::string body = R"({"contents":[{"parts":[{"text":"x"}]}]})";

  EXPECT_EQ(dump_json(with_model(Format::gemini, parse_question(body).value(), "other")), body);
}

}  // namespace
}  // namespace redcode::wire
