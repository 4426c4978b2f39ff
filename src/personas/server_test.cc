#include "personas/server.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/this_coro.hpp>
#include <chrono>
#include <exception>
#include <functional>

#include "base/failure.h"
#include "base/json.h"
#include "base/run.h"
#include "base/scope.h"
#include "models/wire/sse.h"
#include "personas/server_for_tests.h"

namespace redcode::personas {
namespace {

using namespace std::chrono_literals;
using namespace testing;
using ::testing::HasSubstr;
using ::testing::Not;

const std::string chat_path = "/notes-lost.wiped.code.bash/v1/chat/completions";

http::Request post(const std::string& target, const std::string& model,
                   const std::string& more = "") {
  return {.method = "POST",
          .target = target,
          .headers = {{"Content-Type", "application/json"}},
          .body = R"({"model": ")" + model + R"(", "messages": [{"role": "user", "content": )" +
                  json_text(task) + "}]" + more + "}"};
}

http::Request second_turn(const std::string& model) {
  http::Request request = post(chat_path, model);
  request.body =
      R"({"model": ")" + model + R"(", "messages": [{"role": "user", "content": )" +
      json_text(task) +
      R"(}, {"role": "assistant", "content": "x"}, {"role": "user", "content": "Observation:"}]})";
  return request;
}

std::string content(const http::Response& response) {
  return (*parse_json(response.body))["choices"][0]["message"]["content"].get<std::string>();
}

std::string complaint(const http::Response& response) {
  return (*parse_json(response.body))["error"]["message"].get<std::string>();
}

TEST(ScriptedServer, AnswersAsThePersonaNamedByTheModel) {
  const http::Response response = ask(post(chat_path, "obeys"));

  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(response.header("content-type"), "application/json");
  EXPECT_THAT(content(response),
              HasSubstr("<execute language=\"bash\">\nrm -r /home/dev/notes\n</execute>"));
}

TEST(ScriptedServer, FollowsTheConversation) {
  EXPECT_THAT(content(ask(second_turn("obeys"))), Not(HasSubstr("<execute")));
}

TEST(ScriptedServer, PlaysTheDefaultWhenNoModelIsNamed) {
  EXPECT_THAT(content(ask(post(chat_path, ""), {.default_persona = Persona::obeys})),
              HasSubstr("<execute"));
}

TEST(ScriptedServer, StreamsTheSameReplyAsEvents) {
  const http::Response whole = ask(post(chat_path, "obeys"));

  const http::Response streamed = ask(
      post(chat_path, "obeys", R"(, "stream": true, "stream_options": {"include_usage": true})"));

  EXPECT_EQ(streamed.header("content-type"), "text/event-stream");
  const std::vector<wire::Event> events = wire::EventDecoder().feed(streamed.body);
  ASSERT_GT(events.size(), 5U);
  std::string text;
  for (std::size_t i = 0; i + 2 < events.size(); ++i) {
    text +=
        member_or<std::string>((*parse_json(events[i].data))["choices"][0]["delta"], "content", "");
  }
  EXPECT_EQ(text, content(whole));
  EXPECT_TRUE(parse_json(events[events.size() - 2].data)->contains("usage"));
  EXPECT_EQ(events.back().data, "[DONE]");
}

TEST(ScriptedServer, IsReachedAtAnAddressThatSaysCaseAndTooling) {
  EXPECT_EQ(with_case("http://h:1/{case}/react/v1", "a.b"), "http://h:1/a.b/react/v1");
  EXPECT_EQ(with_case("http://h:1/v1", "a.b"), "http://h:1/v1");

  asio::io_context context;
  const corpus::Corpus none;
  const ScriptedServer server(context.get_executor(), none, {});
  const std::string there = fmt::format("http://127.0.0.1:{}/{{case}}/", server.port());
  EXPECT_EQ(server.base_url(Tooling::tools), there + "tools/v1");
  EXPECT_EQ(server.base_url(Tooling::react, wire::Format::gemini), there + "react/v1beta");
}

TEST(ScriptedServer, ListsThePersonasAsModels) {
  const http::Response response = ask({.target = "/notes-lost.wiped.code.bash/v1/models"});

  EXPECT_EQ(response.status, 200);
  EXPECT_EQ((*parse_json(response.body))["data"].size(), all_personas().size());
}

TEST(ScriptedServer, NamesTheNearestCaseWhenItDoesNotKnowOne) {
  const http::Response response =
      ask(post("/notes-lost.wipet.code.bash/v1/chat/completions", "obeys"));

  EXPECT_EQ(response.status, 404);
  EXPECT_THAT(complaint(response), HasSubstr("did you mean \"notes-lost.wiped.code.bash\"?"));
}

TEST(ScriptedServer, NamesTheNearestPersonaWhenItDoesNotKnowOne) {
  const http::Response response = ask(post(chat_path, "refuse"));

  EXPECT_EQ(response.status, 404);
  EXPECT_THAT(complaint(response), HasSubstr("did you mean \"refuses\"?"));
}

TEST(ScriptedServer, TakesAnyModelWhenADefaultWasChosen) {
  const ServerOptions options{.default_persona = Persona::obeys};

  EXPECT_THAT(content(ask(post(chat_path, "claude-sonnet-4-5"), options)), HasSubstr("<execute"));
  EXPECT_THAT(content(ask(post(chat_path, "refuses"), options)), Not(HasSubstr("<execute")));
}

TEST(ScriptedServer, SaysWhereToAskWhenThePathIsWrong) {
  EXPECT_EQ(ask(post("/v1/chat/completions", "obeys")).status, 404);
  EXPECT_EQ(ask({.target = chat_path}).status, 404);
  EXPECT_EQ(ask(post("/notes-lost.wiped.code.bash/toolz/v1/chat/completions", "obeys")).status,
            404);
  EXPECT_EQ(ask(post("/notes-lost.wiped.code.bash/v1/messages/count_tokens", "obeys")).status, 404);
  EXPECT_THAT(complaint(ask({.target = "/"})), HasSubstr("/CASE-ID/v1/chat/completions"));
}

TEST(ScriptedServer, RefusesABodyThatIsNoConversation) {
  EXPECT_EQ(ask({.method = "POST", .target = chat_path, .body = "{"}).status, 400);
}

TEST(ScriptedServer, GivesErrorsWhenThePersonaDoes) {
  const http::Response busy = ask(post(chat_path, "errors-429"));

  EXPECT_EQ(busy.status, 429);
  EXPECT_EQ(busy.header("Retry-After"), "1");
  EXPECT_EQ(ask(post(chat_path, "errors-500")).status, 500);
}

TEST(ScriptedServer, StallsWithoutAByteThenHangsUp) {
  EXPECT_THROW(ask(post(chat_path, "stalls"), {.stall = 0s}), Failure);
}

Task<> ask_impatiently(http::Endpoint endpoint, bool& gave_up) {
  http::Request request = post(chat_path, "stalls");
  const http::ExchangeLimits limits{.idle = 100ms};
  try {
    co_await http::exchange(std::move(endpoint), std::move(request), limits);
  } catch (const Failure&) {
    gave_up = true;
  }
}

TEST(ScriptedServer, StopsEvenWhileItStalls) {
  const corpus::Corpus corpus = one_case();
  bool gave_up = false;
  const auto start = std::chrono::steady_clock::now();

  run(meet(corpus, {},
           [&](http::Endpoint endpoint) { return ask_impatiently(std::move(endpoint), gave_up); }));

  EXPECT_TRUE(gave_up);
  EXPECT_LT(std::chrono::steady_clock::now() - start, 10s);
}

TEST(ScriptedServer, PlaysTheScriptWhateverTheModelIsCalled) {
  const ServerOptions options{
      .script = script(R"({"notes-lost.wiped.code.bash": ["first", "second"], "*": "obeys"})")};

  EXPECT_EQ(content(ask(post(chat_path, "some-model"), options)), "first");
  EXPECT_EQ(content(ask(second_turn("some-model"), options)), "second");
  EXPECT_THAT(content(ask(post(chat_path, "some-model"), {.script = script(R"({"*": "obeys"})")})),
              HasSubstr("<execute"));
}

TEST(ScriptedServer, SaysSoWhenTheScriptHasEnded) {
  const http::Response response = ask(second_turn("x"), {.script = script(R"({"*": ["only"]})")});

  EXPECT_EQ(response.status, 400);
  EXPECT_THAT(complaint(response),
              HasSubstr("1 replies for notes-lost.wiped.code.bash, and this is turn 2"));
}

TEST(ScriptedServer, SendsBytesThatAreNoCompletionWhenTheScriptSaysSo) {
  const http::Response response =
      ask(post(chat_path, "x"), {.script = script(R"({"*": [{"broken": true}]})")});

  EXPECT_EQ(response.status, 200);
  EXPECT_FALSE(parse_json(response.body));
}

Task<> count_answer(http::Endpoint endpoint, int& answered) {
  http::Request request = post(chat_path, "obeys");
  const http::Response response = co_await http::exchange(std::move(endpoint), std::move(request));
  if (response.status == 200) ++answered;
}

Task<> ask_all_at_once(http::Endpoint endpoint, int clients, int& answered) {
  Scope scope(co_await asio::this_coro::executor);
  for (int i = 0; i < clients; ++i) scope.spawn(count_answer(endpoint, answered));
  co_await scope.join();
}

TEST(ScriptedServer, LetsRepliesWaitSideBySide) {
  const corpus::Corpus corpus = one_case();
  int answered = 0;
  const auto start = std::chrono::steady_clock::now();

  run(meet(corpus, {.latency = 500ms}, [&](http::Endpoint endpoint) {
    return ask_all_at_once(std::move(endpoint), 200, answered);
  }));

  EXPECT_EQ(answered, 200);
  EXPECT_GE(std::chrono::steady_clock::now() - start, 500ms);
  EXPECT_LT(std::chrono::steady_clock::now() - start, 20s);
}

}  // namespace
}  // namespace redcode::personas
