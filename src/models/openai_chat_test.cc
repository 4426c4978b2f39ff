#include "models/openai_chat.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/failure.h"
#include "base/json.h"
#include "base/run.h"
#include "http/against_server.h"

namespace redcode::models {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::Not;

constexpr std::string_view key = "sk-very-secret";

// What the server says to one request: a status, headers and the body's pieces.
struct Line {
  int status = 200;
  http::Headers headers = {};
  std::vector<std::string> pieces = {};
  bool cut = false;
};

// A server that says its lines in order, the last one for ever, and remembers what it was asked.
class Script {
 public:
  explicit Script(std::vector<Line> lines) : lines_(std::move(lines)) {}

  Task<> say(const http::Request& request, http::Responder& responder) {
    asked.push_back(request);
    const Line line = lines_.at(std::min(asked.size(), lines_.size()) - 1);
    const http::Response head{.status = line.status, .headers = line.headers};
    co_await responder.begin(head);
    for (const std::string& piece : line.pieces) co_await responder.write(piece);
    if (line.cut) {
      responder.abort();
      co_return;
    }
    co_await responder.end();
  }

  std::vector<http::Request> asked = {};

 private:
  std::vector<Line> lines_;
};

Line says(std::vector<std::string> pieces) {
  return Line{.headers = {{"Content-Type", "text/event-stream"}}, .pieces = std::move(pieces)};
}

std::string delta(std::string_view text) {
  Json chunk;
  chunk["choices"][0]["index"] = 0;
  chunk["choices"][0]["delta"]["content"] = text;
  return "data: " + dump_json(chunk) + "\n\n";
}

const std::string stop =
    "data: {\"choices\": [{\"index\": 0, \"delta\": {}, \"finish_reason\": \"stop\"}]}\n\n";
const std::string usage =
    "data: {\"choices\": [], \"usage\": {\"prompt_tokens\": 12, \"completion_tokens\": 3}}\n\n";
const std::string done = "data: [DONE]\n\n";

OpenAiChat::Options quick_options() {
  return {.model = "tiny", .key = Secret(std::string(key)), .deadline = 2s, .first_backoff = 5ms};
}

Task<> ask_model(http::Endpoint endpoint, OpenAiChat::Options options,
                 record::Transcript transcript, Reply& kept) {
  options.base_url = fmt::format("http://{}:{}/v1", endpoint.host, endpoint.port);
  const auto model = OpenAiChat::make(std::move(options));
  kept = co_await model.value()->reply(transcript);
}

Reply ask(Script& script, const OpenAiChat::Options& options = quick_options(),
          const record::Transcript& transcript = {{record::Role::user, "hello"}}) {
  Reply reply;
  const auto answer = [&](const http::Request& request, http::Responder& responder) {
    return script.say(request, responder);
  };
  run(http::run_against_server(answer, [&](http::Endpoint endpoint) {
    return ask_model(std::move(endpoint), options, transcript, reply);
  }));
  return reply;
}

// Asks, expects a Failure of this kind and that it keeps the key to itself; gives its message.
std::string complaint(Script& script, Failure::Kind kind,
                      const OpenAiChat::Options& options = quick_options()) {
  try {
    ask(script, options);
  } catch (const Failure& failure) {
    EXPECT_EQ(failure.kind(), kind) << failure.what();
    EXPECT_THAT(failure.what(), Not(HasSubstr(key)));
    return failure.what();
  }
  ADD_FAILURE() << "no Failure";
  return {};
}

TEST(OpenAiChat, PutsTheStreamTogetherAndReadsTheUsage) {
  const std::string text = delta("Hel") + delta("lo, ") + delta("w\u00f6rld") + stop + usage + done;
  Script script({says({text.substr(0, 30), text.substr(30, 41), text.substr(71)})});

  const Reply reply = ask(script);

  EXPECT_EQ(reply.text, "Hello, w\u00f6rld");
  EXPECT_EQ(reply.usage, (record::Usage{.input_tokens = 12, .output_tokens = 3}));
}

TEST(OpenAiChat, UsageThatIsNotGivenIsNotInvented) {
  Script script({says({delta("hi") + stop + done})});

  EXPECT_EQ(ask(script).usage, record::Usage());
}

TEST(OpenAiChat, SendsTheTranscriptTheOptionsAndTheKey) {
  Script script({says({delta("hi") + stop + done})});
  OpenAiChat::Options options = quick_options();
  options.temperature = 0.5;
  options.max_tokens = 77;

  ask(script, options,
      {{record::Role::system, "be good"},
       {record::Role::user, "list \xff"},
       {record::Role::assistant, "ls"},
       {record::Role::observation, "a.txt"}});

  ASSERT_EQ(script.asked.size(), 1U);
  const http::Request& request = script.asked[0];
  EXPECT_EQ(request.method, "POST");
  EXPECT_EQ(request.target, "/v1/chat/completions");
  EXPECT_THAT(request.headers,
              testing::Contains(testing::Pair("Authorization", "Bearer " + std::string(key))));
  EXPECT_EQ(parse_json(request.body).value(), Json::parse(R"({"model": "tiny", "messages": [
      {"role": "system", "content": "be good"}, {"role": "user", "content": "list \ufffd"},
      {"role": "assistant", "content": "ls"}, {"role": "user", "content": "a.txt"}],
      "stream": true, "stream_options": {"include_usage": true}, "temperature": 0.5, "max_tokens": 77})"));
}

TEST(OpenAiChat, WithoutAKeySendsNoAuthorization) {
  Script script({says({delta("hi") + stop + done})});
  OpenAiChat::Options options = quick_options();
  options.key = Secret();

  ask(script, options);

  EXPECT_THAT(script.asked.at(0).headers, Not(testing::Contains(testing::Key("Authorization"))));
}

TEST(OpenAiChat, TakesAWholeJsonAnswerFromAServerThatDoesNotStream) {
  Script script({Line{
      .headers = {{"Content-Type", "application/json"}},
      .pieces = {R"({"choices": [{"message": {"content": "whole"}, "finish_reason": "stop"}],)",
                 R"( "usage": {"prompt_tokens": 5, "completion_tokens": -1}})"}}});

  const Reply reply = ask(script);

  EXPECT_EQ(reply.text, "whole");
  EXPECT_EQ(reply.usage, (record::Usage{.input_tokens = 5, .output_tokens = 0}));
}

TEST(OpenAiChat, AProvidersRefusalFieldIsTheReply) {
  Script script({Line{
      .pieces = {R"({"choices": [{"message": {"content": null, "refusal": "I will not."}}]})"}}});

  EXPECT_EQ(ask(script).text, "I will not.");
}

TEST(OpenAiChat, TriesAgainWhenItComesTooOften) {
  Script script({Line{.status = 429}, Line{.status = 503}, says({delta("at last") + stop + done})});

  EXPECT_EQ(ask(script).text, "at last");

  EXPECT_EQ(script.asked.size(), 3U);
}

TEST(OpenAiChat, WaitsAsLongAsTheServerAsks) {
  Script script(
      {Line{.status = 429, .headers = {{"Retry-After", "1"}}}, says({delta("hi") + stop + done})});
  const auto begun = std::chrono::steady_clock::now();

  ask(script);

  EXPECT_GE(std::chrono::steady_clock::now() - begun, 1s);
}

TEST(OpenAiChat, AWaitBeyondTheDeadlineIsNotBegun) {
  Script script({Line{.status = 429, .headers = {{"Retry-After", "4000000000"}}}});
  const auto begun = std::chrono::steady_clock::now();

  complaint(script, Failure::Kind::unavailable);

  EXPECT_LT(std::chrono::steady_clock::now() - begun, 1s);
}

TEST(OpenAiChat, AServerThatIsAlwaysBrokenIsUnavailableWithinTheDeadline) {
  Script script({Line{.status = 500, .pieces = {"oops " + std::string(key)}}});
  OpenAiChat::Options options = quick_options();
  options.deadline = 300ms;
  const auto begun = std::chrono::steady_clock::now();

  const std::string message = complaint(script, Failure::Kind::unavailable, options);

  EXPECT_LT(std::chrono::steady_clock::now() - begun, 1s);
  EXPECT_GT(script.asked.size(), 1U);
  EXPECT_THAT(message, HasSubstr("HTTP 500: oops [key]"));
}

TEST(OpenAiChat, AnErrorOfOursIsNotRetriedAndItsMessageIsBoundedAndHarmless) {
  const std::string body = R"({"error": {"message": "bad key )" + std::string(key) +
                           R"(\u001b[31m)" + std::string(100'000, '!') + R"("}})";
  Script script({Line{.status = 401, .pieces = {body}}});

  const std::string message = complaint(script, Failure::Kind::unavailable);

  EXPECT_EQ(script.asked.size(), 1U);
  EXPECT_THAT(message, HasSubstr("HTTP 401: bad key [key]"));
  EXPECT_THAT(message, Not(HasSubstr("\x1b")));
  EXPECT_LT(message.size(), 500U);
}

TEST(OpenAiChat, AnErrorInMidStreamIsNoReply) {
  OpenAiChat::Options options = quick_options();
  options.deadline = 100ms;
  Script script({says({delta("I wi") + "data: {\"error\": {\"message\": \"overloaded\"}}\n\n"})});

  EXPECT_THAT(complaint(script, Failure::Kind::unavailable, options), HasSubstr("overloaded"));
}

TEST(OpenAiChat, AStreamThatEndsEarlyIsCorruptNotAShortReply) {
  Script cut({Line{.pieces = {delta("I wi")}, .cut = true}});
  Script unfinished({says({delta("I wi")})});

  complaint(cut, Failure::Kind::corrupt);
  complaint(unfinished, Failure::Kind::corrupt);
}

TEST(OpenAiChat, WhatIsOffFormatIsCorrupt) {
  const std::vector<std::string> answers = {
      "",
      "<html>hello " + std::string(key) + "</html>",
      "data: " + std::string(key) + "\n\n",
      "data: [1]\n\n",
      "{\"" + std::string(key) + "\": ",
      R"({"choices": []})",
      R"({"choices": [7]})",
      R"({"choices": {"message": {"content": "x"}}})",
      done,
      delta(std::string(600'000, 'x')) + delta(std::string(600'000, 'x')) + stop + done,
  };

  for (const std::string& answer : answers) {
    SCOPED_TRACE(answer.substr(0, 60));
    Script script({says({answer})});
    complaint(script, Failure::Kind::corrupt);
    EXPECT_EQ(script.asked.size(), 1U);
  }
}

TEST(OpenAiChat, ADeadServerIsUnavailableWithinTheDeadline) {
  Reply reply;
  OpenAiChat::Options options = quick_options();
  options.deadline = 100ms;
  const http::Endpoint nobody{.host = "127.0.0.1", .port = 1};

  EXPECT_THROW(run(ask_model(nobody, options, {}, reply)), Failure);
}

TEST(OpenAiChat, ChecksItsOptions) {
  const auto code = [](OpenAiChat::Options options) {
    const auto model = OpenAiChat::make(std::move(options));
    return model ? "accepted" : model.error().code;
  };

  EXPECT_EQ(code({.base_url = "https://models.example/v1", .model = "m"}), "accepted");
  EXPECT_EQ(code({.base_url = "models.example", .model = "m"}), "url-syntax");
  EXPECT_EQ(code({.base_url = "https://models.example/v1"}), "model-name");
  EXPECT_EQ(code({.base_url = "https://models.example/v1", .model = "m", .key = Secret("k\n")}),
            "key-malformed");
}

template <class T>
concept Streamable = requires(std::ostream& out, const T& value) { out << value; };

TEST(Secret, CannotBePrinted) {
  static_assert(!Streamable<Secret>);
  static_assert(!fmt::is_formattable<Secret>::value);

  EXPECT_EQ(Secret("word").reveal(), "word");
  EXPECT_TRUE(Secret().empty());
}

}  // namespace
}  // namespace redcode::models
