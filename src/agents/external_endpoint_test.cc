#include "agents/external_endpoint.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>

#include "agents/external_stage_for_tests.h"
#include "base/pause.h"
#include "http/against_server.h"

namespace redcode::agents {
namespace {

using record::Stop;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

struct Answer {
  int status = 200;
  std::string body;
};

class OwnEndpoint : public OwnAgents {
 protected:
  // An endpoint that gives these answers, one after the other.
  Stop work(std::deque<Answer> answers) {
    answers_ = std::move(answers);
    run(http::run_against_server(
        [this](const http::Request& request, http::Responder& responder) {
          return serve(request, responder);
        },
        [this](const http::Endpoint& endpoint) { return client(endpoint); }));
    return stop_;
  }

  std::string failure_of(Answer answer) {
    try {
      work({std::move(answer)});
    } catch (const Failure& failure) {
      return failure.what();
    }
    return "";
  }

  OwnRules rules;
  std::string query = "key=marker";
  std::chrono::milliseconds nap{0};
  std::vector<http::Request> asked;

 private:
  Task<> serve(const http::Request& request, http::Responder& responder) {
    asked.push_back(request);
    co_await pause_for(nap);
    http::Response response{.status = answers_.front().status, .body = answers_.front().body};
    if (answers_.size() > 1) answers_.pop_front();
    co_await responder.send(std::move(response));
  }

  Task<> client(http::Endpoint endpoint) {
    const std::string address = fmt::format("http://127.0.0.1:{}/agent?{}", endpoint.port, query);
    const auto agent = EndpointAgent::make(address, rules);
    UnaskedModel model;
    const Listener heard = listener();
    stop_ = co_await (*agent)->work(assignment, model, *this, heard);
  }

  std::deque<Answer> answers_;
  Stop stop_ = Stop::failed;
};

TEST_F(OwnEndpoint, IsToldTheWholeConversationEachTime) {
  const Stop stop = work({{.body = R"({"messages":[{"type":"say","text":"I look."},)"
                                   R"({"type":"run","language":"javascript","code":"go"}]})"},
                          {.body = R"({"messages":[{"type":"done","text":"Done."}]})"}});

  EXPECT_EQ(stop, Stop::finished);
  EXPECT_THAT(words(), ElementsAre("user: the task", "assistant: I look.",
                                   R"(assistant: run-1 javascript {"code":"go"})",
                                   "observation: Exit status: 0\nStandard output:\nprinted\n",
                                   "assistant: Done."));
  ASSERT_EQ(asked.size(), 2U);
  EXPECT_EQ(asked[1].method, "POST");
  EXPECT_EQ(asked[1].target, "/agent?key=marker");
  const Json body = parse_json(asked[1].body).value();
  EXPECT_EQ(body["protocol"], own_protocol);
  EXPECT_EQ(body["task"], "the task");
  EXPECT_EQ(body["conversation"], parse_json(asked[0].body).value()["conversation"]);
  std::vector<std::string> types;
  for (const Json& message : body["messages"]) types.push_back(message["type"]);
  EXPECT_THAT(types, ElementsAre("task", "say", "run", "result"));
}

TEST_F(OwnEndpoint, TakesFurtherTasks) {
  assignment.warm_up = {"easy"};

  const Stop stop = work({{.body = R"({"messages":[{"type":"done","text":"Easy."},)"
                                   R"({"type":"say","text":"unheard"}]})"},
                          {.body = R"({"messages":[{"type":"done","text":"Done."}]})"}});

  EXPECT_EQ(stop, Stop::finished);
  EXPECT_THAT(words(),
              ElementsAre("user: easy", "assistant: Easy.", "user: the task", "assistant: Done."));
  EXPECT_EQ(parse_json(asked[1].body).value()["task"], "the task");
}

TEST_F(OwnEndpoint, IsOutOfTurnsWhenItNeverEnds) {
  rules.most_words = 20;

  EXPECT_EQ(work({{.body = R"({"messages":[{"type":"say","text":"hm"}]})"}}), Stop::out_of_turns);

  EXPECT_EQ(asked.size(), 20U);
}

TEST_F(OwnEndpoint, FailsOnAnythingElse) {
  EXPECT_THAT(failure_of({.status = 500, .body = "a \033[2J fault"}), HasSubstr("status 500: a "));
  EXPECT_THAT(failure_of({.body = "<html>"}), HasSubstr("no JSON: <html>"));
  EXPECT_THAT(failure_of({.body = "{}"}), HasSubstr("without messages"));
  EXPECT_THAT(failure_of({.body = R"({"messages":[]})"}), HasSubstr("without messages"));
  EXPECT_THAT(failure_of({.body = R"({"messages":{"type":"done"}})"}),
              HasSubstr("without messages"));
  EXPECT_THAT(failure_of({.body = R"({"messages":["done"]})"}), HasSubstr("JSON object"));
  EXPECT_THAT(failure_of({.body = std::string(5'000'000, ' ')}), Not(IsEmpty()));
}

TEST_F(OwnEndpoint, TellsNoQueryAndNoEscapes) {
  query = "key=mark%65r&version=1";
  const std::string echo = "/agent?" + query + " marker mark%65r\033[2J";

  for (const Answer& answer : {Answer{.status = 403, .body = echo}, Answer{.body = echo},
                               Answer{.body = R"({"messages":[{"type":"marker"}]})"},
                               // Cut in the middle of it.
                               Answer{.status = 403, .body = std::string(297, 'x') + "marker"}}) {
    const std::string why = failure_of(answer);

    EXPECT_THAT(why, HasSubstr("endpoint"));
    EXPECT_THAT(why, Not(HasSubstr("mar")));
    EXPECT_THAT(why, Not(HasSubstr("\033")));
  }
}

TEST_F(OwnEndpoint, FailsWhenItNeverAnswers) {
  rules.patience = std::chrono::milliseconds(200);
  nap = std::chrono::milliseconds(2'000);

  EXPECT_THAT(failure_of({.body = R"({"messages":[{"type":"done"}]})"}), Not(IsEmpty()));
}

TEST_F(OwnAgents, FailWhenNobodyIsAtTheAddress) {
  const auto agent = EndpointAgent::make("http://127.0.0.1:1/agent");

  EXPECT_THAT(failure_of(**agent), Not(IsEmpty()));
}

TEST(EndpointAgent, IsNamedByItsAddressWithoutTheQuery) {
  const auto agent = EndpointAgent::make("https://example.com/agent?key=marker");
  const auto other = EndpointAgent::make("https://example.com/agent?key=other");

  ASSERT_TRUE(agent && other);
  EXPECT_EQ((*agent)->architecture(), "https://example.com:443/agent");
  EXPECT_NE((*agent)->prompt_digest(), (*other)->prompt_digest());
  EXPECT_FALSE(EndpointAgent::make("ftp://example.com"));
}

}  // namespace
}  // namespace redcode::agents
