// Calls that are passed on to the model in their own format.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/asio/write.hpp>
#include <chrono>

#include "base/run.h"
#include "models/relay/fakes_for_tests.h"
#include "models/relay/relay.h"

namespace redcode::relay {
namespace {

using namespace std::chrono_literals;
using http::Request;
using http::Response;
using record::Message;
using record::Role;
using record::ToolCall;
using record::Transcript;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using wire::Format;

const Transcript task = {{.role = Role::user, .text = "list the files"}};
const std::vector<std::string> events = {"data: 1\n\n", "data: 2\n\n", "data: 3\n\n"};

Request request(const Transcript& messages) {
  const wire::Question question{.model = "told", .messages = messages, .tools = {bash}};
  return {.method = "POST",
          .target = "/v1/messages?beta=true",
          .headers = {{"x-api-key", "inside"},
                      {"Authorization", "Bearer inside"},
                      {"anthropic-beta", "tools-1"},
                      {"Cookie", "inside"}},
          .body = wire::write_question(Format::messages, question)};
}

class APassingRelay : public testing::Test {
 protected:
  void lay_out(std::deque<Laid> answers) {
    model = std::make_unique<LaidOutModel>(std::move(answers));
    model->passes_on = true;
    relay = std::make_unique<Relay>(*model, "told", RelayLimits{}, listener);
  }

  std::vector<std::string> said;
  std::vector<std::string> ran;
  Listener listener{
      .said = [this](const Message& message) { said.push_back(message.text); },
      .ran = [this](const ToolCall&, const std::string& output) { ran.push_back(output); }};
  std::unique_ptr<LaidOutModel> model;
  std::unique_ptr<Relay> relay;
};

TEST_F(APassingRelay, PassesTheCallAsItIsButForKeys) {
  lay_out({{.reply = {.text = "Here."}, .pieces = events}});
  const Request asked = request(task);

  const std::vector<Response> responses = run(exchange_all(*relay, {asked}));

  EXPECT_EQ(responses.at(0).body, "data: 1\n\ndata: 2\n\ndata: 3\n\n");
  EXPECT_EQ(responses[0].header("Content-Type"), "text/event-stream");
  ASSERT_THAT(model->passed, SizeIs(1));
  EXPECT_EQ(model->passed[0].target, asked.target);
  EXPECT_EQ(dump_json(model->passed[0].body), asked.body);
  EXPECT_THAT(model->passed[0].headers, ElementsAre(testing::Pair("anthropic-beta", "tools-1")));
  EXPECT_THAT(said, ElementsAre("list the files", "Here."));
}

TEST_F(APassingRelay, SaysWhatKindOfAnswerItIs) {
  lay_out({{.pieces = {R"( {"content": [)", "]}"}}});

  const std::vector<Response> responses = run(exchange_all(*relay, {request(task)}));

  EXPECT_EQ(responses.at(0).header("Content-Type"), "application/json");
}

Task<> read_answer(Relay& relay, http::BodySink sink) {
  Doorway doorway(co_await asio::this_coro::executor, relay);
  co_await http::exchange_streaming(doorway.endpoint(), request(task), std::move(sink));
  co_await doorway.close();
}

TEST_F(APassingRelay, GivesEachPieceOnAsItComes) {
  lay_out({{.pieces = events, .wait = 100ms}});
  std::vector<std::string> order;
  model->on_piece = [&] { order.emplace_back("sent"); };
  const http::BodySink sink = [&](std::string_view piece) {
    order.emplace_back(piece);
    return true;
  };

  run(read_answer(*relay, sink));

  EXPECT_THAT(order, ElementsAre("sent", events[0], "sent", events[1], "sent", events[2]));
}

TEST_F(APassingRelay, BreaksOffWithTheModelAndForgivesItIfAskedAgain) {
  const Failure broken(Failure::Kind::corrupt, "broke off");
  lay_out({{.pieces = {"data: 1\n\n"}, .failure = broken},
           {.reply = {.text = "Here."}, .pieces = events}});

  const std::vector<Response> once = run(exchange_all(*relay, {request(task)}));
  EXPECT_EQ(once.at(0).status, 0);
  ASSERT_TRUE(relay->trouble());
  EXPECT_STREQ(relay->trouble()->what(), "broke off");
  const std::vector<Response> again = run(exchange_all(*relay, {request(task)}));

  EXPECT_EQ(again.at(0).status, 200);
  EXPECT_FALSE(relay->trouble());
  EXPECT_THAT(said, ElementsAre("list the files", "Here."));
}

TEST_F(APassingRelay, DoesNotForgiveAnAnswerThatNeverBegan) {
  const Failure broken(Failure::Kind::corrupt, "off format");
  lay_out({{.failure = broken}, {.reply = {.text = "Here."}, .pieces = events}});

  const std::vector<Response> responses = run(exchange_all(*relay, {request(task), request(task)}));

  EXPECT_EQ(responses.at(0).status, 400);
  EXPECT_EQ(responses.at(1).status, 400);
  EXPECT_TRUE(relay->trouble());
  EXPECT_THAT(model->passed, SizeIs(1));
}

// Asks and goes away after the first piece of the answer.
Task<> ask_and_leave(Relay& relay) {
  Doorway doorway(co_await asio::this_coro::executor, relay);
  http::BodySink leave = [](std::string_view) { return false; };
  co_await http::exchange_streaming(doorway.endpoint(), request(task), std::move(leave));
  co_await pause_for(300ms);
  co_await doorway.close();
}

TEST_F(APassingRelay, HearsTheModelOutWhenTheProgramHasGone) {
  lay_out({{.reply = {.text = "Here."},
            .pieces = {events[0], std::string(100'000, 'x'), std::string(100'000, 'x')},
            .wait = 50ms}});

  run(ask_and_leave(*relay));

  EXPECT_THAT(said, ElementsAre("list the files", "Here."));
  EXPECT_FALSE(relay->trouble());
}

// The second question comes while the first answer's last bytes are out but its end is not.
Task<> overtake(Relay& relay) {
  const auto executor = co_await asio::this_coro::executor;
  Doorway doorway(executor, relay);
  const auto send = [](http::Endpoint to, Request asked) -> Task<> {
    co_await exchanged(std::move(to), std::move(asked));
  };
  const Message call{.role = Role::assistant, .text = "Here.", .calls = {list_files}};
  const Message result{.role = Role::observation, .text = "a b", .answers = "c1"};
  Scope scope(executor);
  scope.spawn(send(doorway.endpoint(), request(task)));
  co_await pause_for(100ms);
  scope.spawn(send(doorway.endpoint(), request(with(task, {call, result}))));
  co_await scope.join();
  co_await doorway.close();
}

TEST_F(APassingRelay, TellsAReplyBeforeTheQuestionThatBuildsOnIt) {
  lay_out(
      {{.reply = {.text = "Here.", .calls = {list_files}}, .pieces = events, .wait_after = 200ms},
       {.reply = {.text = "Done."}, .pieces = events}});

  run(overtake(*relay));

  EXPECT_THAT(said, ElementsAre("list the files", "Here.", "a b", "Done."));
  EXPECT_THAT(ran, ElementsAre("a b"));
}

TEST_F(APassingRelay, PassesNothingOnThatLeadsToTheNetwork) {
  lay_out({{.reply = {.text = "Here."}, .pieces = events}});
  Request searching = request(task);
  Json body = parse_json(searching.body).value();
  body["tools"].push_back({{"type", "web_search_20250305"}, {"name", "web_search"}});
  searching.body = dump_json(body);
  Request looking = request(task);
  const Json source = {{"type", "url"}, {"url", "https://x.test/?canary"}};
  const Json picture = {{"type", "image"}, {"source", source}};
  body["messages"][0]["content"] = Json::array({picture});
  looking.body = dump_json(body);

  const std::vector<Response> responses = run(exchange_all(*relay, {searching, looking}));

  EXPECT_EQ(responses.at(0).status, 200);
  EXPECT_EQ(responses.at(1).status, 400);
  ASSERT_THAT(model->passed, SizeIs(1));
  EXPECT_EQ(dump_json(model->passed[0].body), request(task).body);
  EXPECT_THAT(relay->seen().refusals, ElementsAre("400 POST /v1/messages?beta=true",
                                                  "not passed on: tool web_search_20250305"));
}

TEST_F(APassingRelay, ACallThatIsBadInItselfEndsTheSessionButSpoilsNothing) {
  lay_out({{.reply = {.text = "Here."}, .pieces = events}, {.bad_call = true}, {}});

  const std::vector<Response> responses =
      run(exchange_all(*relay, {request(task), request(task), request(task)}));

  EXPECT_EQ(responses.at(1).status, 400);
  EXPECT_TRUE(relay->ended());
  EXPECT_FALSE(relay->trouble());
  EXPECT_THAT(model->passed, SizeIs(2));
}

TEST_F(APassingRelay, ACallThatIsBadBeforeAnyWasAnsweredIsTrouble) {
  lay_out({{.bad_call = true}});

  run(exchange_all(*relay, {request(task)}));

  EXPECT_TRUE(relay->trouble());
}

// The program asks, and ends before the model has answered.
Task<> ask_and_end(Relay& relay, std::vector<Request> requests) {
  const auto executor = co_await asio::this_coro::executor;
  Doorway doorway(executor, relay);
  const auto send = [](http::Endpoint to, Request asked) -> Task<> {
    co_await exchanged(std::move(to), std::move(asked));
  };
  Scope scope(executor);
  for (Request& each : requests) {
    scope.spawn(send(doorway.endpoint(), std::move(each)));
    co_await pause_for(100ms);
  }
  relay.end();
  co_await doorway.close();
  co_await scope.join();
}

TEST_F(APassingRelay, AModelThatHadNotAnsweredWhenTheProgramEndedIsTrouble) {
  lay_out({{.reply = {.text = "Here."}, .pieces = events, .wait = 10s}});

  run(ask_and_end(*relay, {request(task)}));

  ASSERT_TRUE(relay->trouble());
  EXPECT_THAT(relay->trouble()->what(), HasSubstr("still being asked"));
}

TEST_F(APassingRelay, AProgramThatAskedAgainAndWasAnsweredIsNoTrouble) {
  lay_out({{.pieces = events, .wait = 10s}, {.reply = {.text = "Here."}, .pieces = events}});

  run(ask_and_end(*relay, {request(task), request(task)}));

  EXPECT_FALSE(relay->trouble());
}

TEST_F(APassingRelay, AnAnswerThatBrokeAfterTheProgramHungUpIsTrouble) {
  lay_out({{.pieces = {events[0], std::string(100'000, 'x'), std::string(100'000, 'x')},
            .wait = 50ms,
            .failure = Failure(Failure::Kind::unavailable, "broke off")}});

  run(ask_and_leave(*relay));

  EXPECT_TRUE(relay->trouble());
}

TEST_F(APassingRelay, AnAnswerAskedForEarlierMakesNoBreakGood) {
  lay_out({{.reply = {.text = "Here."}, .wait_after = 300ms},
           {.pieces = events, .failure = Failure(Failure::Kind::unavailable, "broke off")}});

  run(overtake(*relay));

  EXPECT_TRUE(relay->trouble());
}

// A title asked for through one tool, whose answer comes after the conversation has begun.
Task<> be_overtaken(Relay& relay) {
  Request title = request(Transcript{{.role = Role::user, .text = "a title?"}});
  title.body.replace(title.body.find("\"told\""), 6, "\"small\"");
  return ask_and_end(relay, {title, request(task)});
}

TEST_F(APassingRelay, ATitleThatTheConversationOvertookDoesNotMatter) {
  const Failure gone(Failure::Kind::unavailable, "gone");
  const Laid main{.reply = {.text = "Here."}, .pieces = events};
  for (const Laid& title : {Laid{.reply = {.text = "Listing"}, .wait_after = 150ms},
                            Laid{.wait_after = 150ms, .failure = gone}, Laid{.wait_after = 10s}}) {
    said.clear();
    lay_out({title, main});

    run(be_overtaken(*relay));

    EXPECT_FALSE(relay->trouble());
    EXPECT_THAT(said, ElementsAre("list the files", "Here."));
  }
}

}  // namespace
}  // namespace redcode::relay
