#include "models/relay/relay.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/run.h"
#include "models/relay/fakes_for_tests.h"

namespace redcode::relay {
namespace {

using http::Request;
using http::Response;
using record::Message;
using record::Role;
using record::ToolCall;
using record::Transcript;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;
using wire::Format;

wire::Question question(Transcript messages, bool stream = true) {
  return {.model = "told", .messages = std::move(messages), .tools = {bash}, .stream = stream};
}

const Transcript beginning = {{.role = Role::system, .text = "be good"},
                              {.role = Role::user, .text = "list the files"}};

Request request(Format format, const wire::Question& asked) {
  return {.method = "POST",
          .target = "/v1" + wire::path_of(format, asked),
          .headers = {{"Content-Type", "application/json"}, {"Authorization", "Bearer test"}},
          .body = wire::write_question(format, asked)};
}

std::vector<int> statuses(const std::vector<Response>& responses) {
  std::vector<int> all;
  for (const Response& response : responses) all.push_back(response.status);
  return all;
}

class ARelay : public testing::Test {
 protected:
  std::vector<Response> serve(std::deque<Laid> answers, std::vector<Request> requests) {
    model = std::make_unique<LaidOutModel>(std::move(answers));
    model->passes_on = passes_on;
    relay = std::make_unique<Relay>(*model, "told", limits, listener);
    return run(exchange_all(*relay, std::move(requests)));
  }

  std::vector<std::string> told() const {
    std::vector<std::string> lines;
    for (const Message& message : said) {
      lines.push_back(std::string(name(message.role)) + ": " + message.text);
    }
    return lines;
  }

  RelayLimits limits;
  bool passes_on = false;
  Transcript said;
  std::vector<std::string> ran;
  record::Usage spent;
  Listener listener{
      .said = [this](const Message& message) { said.push_back(message); },
      .ran = [this](const ToolCall& call,
                    const std::string& output) { ran.push_back(call.name + " = " + output); },
      .spent = [this](const record::Usage& usage) { spent += usage; }};
  std::unique_ptr<LaidOutModel> model;
  std::unique_ptr<Relay> relay;
};

class InEveryFormat : public ARelay, public testing::WithParamInterface<Format> {};

TEST_P(InEveryFormat, AnswersAsTheQuestionAsks) {
  const wire::Reply reply{.text = "Here.", .calls = {list_files}};

  for (const bool stream : {true, false}) {
    const std::vector<Response> responses =
        serve({{.reply = reply}}, {request(GetParam(), question(beginning, stream))});

    const auto reader = wire::AnswerReader::make(GetParam());
    reader->take(responses.at(0).body);
    const wire::Reply read = reader->finish();
    EXPECT_EQ(responses[0].status, 200);
    EXPECT_EQ(responses[0].header("Content-Type"),
              stream ? "text/event-stream" : "application/json");
    EXPECT_EQ(read.text, "Here.");
    ASSERT_THAT(read.calls, SizeIs(1));
    EXPECT_EQ(read.calls[0].arguments, list_files.arguments);
    EXPECT_THAT(model->asked, ElementsAre(beginning));
    EXPECT_THAT(model->offered, ElementsAre(std::vector<wire::Tool>{bash}));
  }
}

TEST_P(InEveryFormat, TellsTheConversationOnce) {
  const Message call{.role = Role::assistant, .text = "Here.", .calls = {list_files}};
  const Message result{.role = Role::observation, .text = "a b", .answers = "c1"};
  const Transcript later = with(beginning, {call, result});

  serve({{.reply = {.text = "Here.", .calls = {list_files}, .usage = {.input_tokens = 3}}},
         {.reply = {.text = "Two files.", .usage = {.input_tokens = 4, .output_tokens = 2}}}},
        {request(GetParam(), question(beginning)), request(GetParam(), question(later))});

  EXPECT_THAT(told(), ElementsAre("system: be good", "user: list the files", "assistant: Here.",
                                  HasSubstr("a b"), "assistant: Two files."));
  EXPECT_THAT(ran, ElementsAre(HasSubstr("bash = ")));
  EXPECT_EQ(spent, (record::Usage{.input_tokens = 7, .output_tokens = 2}));
  EXPECT_EQ(relay->seen().calls, 2);
  EXPECT_THAT(relay->seen().tools, ElementsAre("bash"));
  EXPECT_FALSE(relay->trouble());
}

TEST_P(InEveryFormat, SaysWithAnErrorThatTheModelIsGoneAndAsksItNoMore) {
  const Failure gone(Failure::Kind::unavailable, "https://inner.host.example refused us");
  const Request asked = request(GetParam(), question(beginning));

  const std::vector<Response> responses = serve({{.failure = gone}, {}}, {asked, asked});

  EXPECT_THAT(statuses(responses), ElementsAre(400, 400));
  EXPECT_THAT(responses[0].body, Not(HasSubstr("inner.host")));
  EXPECT_THAT(wire::error_message(responses[0].body), HasSubstr("not available"));
  ASSERT_TRUE(relay->trouble());
  EXPECT_STREQ(relay->trouble()->what(), gone.what());
  EXPECT_THAT(model->asked, SizeIs(1));
}

INSTANTIATE_TEST_SUITE_P(, InEveryFormat,
                         testing::Values(Format::chat, Format::responses, Format::messages,
                                         Format::gemini),
                         [](const auto& format) { return std::string(wire::name(format.param)); });

TEST_F(ARelay, TellsTitlesFromTheConversation) {
  wire::Question title = question({{.role = Role::user, .text = "a title for: list the files"}});
  title.tools.clear();
  const Request asked = request(Format::chat, title);

  serve({{.reply = {.text = "Listing files"}},
         {.reply = {.text = "Done."}},
         {.reply = {.text = "All listed"}, .failure = {}}},
        {asked, request(Format::chat, question(beginning)), asked});

  EXPECT_THAT(told(), ElementsAre("system: be good", "user: list the files", "assistant: Done."));
  EXPECT_EQ(relay->seen().calls, 1);
  EXPECT_EQ(relay->seen().side_calls, 2);
}

TEST_F(ARelay, ATitleWrittenThroughAToolOfItsOwnIsNoConversation) {
  wire::Question title = question({{.role = Role::user, .text = "a title for: list the files"}});
  title.model = "small-model";
  const Request asked = request(Format::chat, title);

  serve({{.reply = {.text = "Listing files"}},
         {.reply = {.text = "Done."}},
         {.reply = {.text = "All listed"}, .failure = {}}},
        {asked, request(Format::chat, question(beginning)), asked});

  EXPECT_THAT(told(), ElementsAre("system: be good", "user: list the files", "assistant: Done."));
  EXPECT_EQ(relay->seen().side_calls, 2);
}

TEST_F(ARelay, ServesProgramsThatNeverOfferTools) {
  wire::Question start = question(beginning);
  start.tools.clear();
  wire::Question later = start;
  later.messages = with(beginning, {{.role = Role::assistant, .text = "run: ls"},
                                    {.role = Role::user, .text = "a b"}});

  serve({{.reply = {.text = "run: ls"}}, {.reply = {.text = "Done."}}},
        {request(Format::chat, start), request(Format::chat, later)});

  EXPECT_THAT(told(), ElementsAre("system: be good", "user: list the files", "assistant: run: ls",
                                  "user: a b", "assistant: Done."));
  EXPECT_EQ(relay->seen().calls, 2);
}

TEST_F(ARelay, TellsOfAProgramThatAskedOnceWithoutToolsWhenItEnds) {
  wire::Question start = question(beginning);
  start.tools.clear();

  serve({{.reply = {.text = "I won't."}}}, {request(Format::chat, start)});
  EXPECT_THAT(said, IsEmpty());
  relay->end();

  EXPECT_THAT(told(),
              ElementsAre("system: be good", "user: list the files", "assistant: I won't."));
}

TEST_F(ARelay, EndsAtItsLimitOfTurns) {
  limits.calls = 2;
  const Request asked = request(Format::messages, question(beginning));
  const Laid laid{.reply = {.text = "more"}};

  const std::vector<Response> responses = serve({laid, laid, laid}, {asked, asked, asked});

  EXPECT_THAT(statuses(responses), ElementsAre(200, 200, 400));
  EXPECT_TRUE(relay->out_of_turns());
  EXPECT_FALSE(relay->trouble());
}

TEST_F(ARelay, BoundsTheCallsBesideTheConversation) {
  limits.side_calls = 1;
  wire::Question title = question({{.role = Role::user, .text = "title"}});
  title.tools.clear();
  const Request main = request(Format::chat, question(beginning));
  const Laid laid{.reply = {.text = "x"}};

  const std::vector<Response> responses =
      serve({laid, laid, laid, laid},
            {main, request(Format::chat, title), request(Format::chat, title), main});

  EXPECT_THAT(statuses(responses), ElementsAre(200, 200, 400, 200));
}

TEST_F(ARelay, TakesASpentBudgetForTheEndWhereverItShows) {
  wire::Question title = question({{.role = Role::user, .text = "title"}});
  title.tools.clear();
  const Request main = request(Format::chat, question(beginning));

  const std::vector<Response> responses =
      serve({{.reply = {.text = "x"}}, {.failure = Failure(Failure::Kind::exhausted, "spent")}, {}},
            {main, request(Format::chat, title), main});

  EXPECT_THAT(statuses(responses), ElementsAre(200, 400, 400));
  ASSERT_TRUE(relay->trouble());
  EXPECT_EQ(relay->trouble()->kind(), Failure::Kind::exhausted);
}

TEST_F(ARelay, DoesNotMindASideCallThatFails) {
  wire::Question title = question({{.role = Role::user, .text = "title"}});
  title.tools.clear();
  const Request main = request(Format::chat, question(beginning));

  const std::vector<Response> responses =
      serve({{.reply = {.text = "x"}},
             {.failure = Failure(Failure::Kind::unavailable, "gone")},
             {.reply = {.text = "y"}}},
            {main, request(Format::chat, title), main});

  EXPECT_THAT(statuses(responses), ElementsAre(200, 400, 200));
  EXPECT_FALSE(relay->trouble());
}

struct Odd {
  Request request;
  int status;
};

TEST_F(ARelay, AnswersSmallTalkAndRefusesTheRest) {
  const std::string body = request(Format::chat, question(beginning)).body;
  const std::vector<Odd> odd = {
      {{.method = "HEAD", .target = "/"}, 200},
      {{.method = "GET", .target = "/"}, 200},
      {{.method = "HEAD", .target = "/api/hello"}, 200},
      {{.method = "GET", .target = "/v1/models"}, 200},
      {{.method = "GET", .target = "/v1beta/models/told?key=x"}, 200},
      {{.method = "POST", .target = "/v1/messages/count_tokens", .body = body}, 200},
      {{.method = "GET", .target = "/v1/responses", .headers = {{"Upgrade", "websocket"}}}, 426},
      {{.method = "GET", .target = "/v1/responses"}, 404},
      {{.method = "POST", .target = "/v1/files", .body = body}, 404},
      {{.method = "POST",
        .target = "/v1/chat/completions",
        .headers = {{"Content-Encoding", "gzip"}},
        .body = body},
       415},
      {{.method = "POST", .target = "http://elsewhere.test/v1/chat/completions", .body = body},
       403},
      {{.method = "CONNECT", .target = "elsewhere.test:443"}, 403},
      {{.method = "POST", .target = "/v1/chat/completions", .body = "{"}, 400},
      {{.method = "POST", .target = "/v1/chat/completions", .body = "[]"}, 400},
      {{.method = "POST", .target = "/v1/messages", .body = "\xff\0"}, 400}};
  std::vector<Request> requests;
  std::vector<int> expected;
  for (const Odd& one : odd) {
    requests.push_back(one.request);
    expected.push_back(one.status);
  }

  const std::vector<Response> responses = serve({}, requests);

  EXPECT_EQ(statuses(responses), expected);
  EXPECT_THAT(responses[3].body, HasSubstr(R"("id":"told")"));
  EXPECT_THAT(responses[5].body, HasSubstr("input_tokens"));
  EXPECT_EQ(relay->seen().refused, 9);
  EXPECT_THAT(relay->seen().refusals, testing::Contains("404 POST /v1/files"));
  EXPECT_EQ(relay->seen().calls + relay->seen().side_calls, 0);
  EXPECT_THAT(model->asked, IsEmpty());
}

TEST_F(ARelay, BoundsWhatItIsSent) {
  limits.request_bytes = 2'000;
  limits.question_messages = 3;
  const Request long_one =
      request(Format::chat, question({{.role = Role::user, .text = std::string(3'000, 'x')}}));
  const Request many =
      request(Format::chat, question(with(beginning, {beginning[1], beginning[1]})));
  const Request fine = request(Format::chat, question(beginning));

  const std::vector<Response> responses =
      serve({{.reply = {.text = "ok"}}}, {long_one, many, fine});

  EXPECT_THAT(statuses(responses), ElementsAre(413, 400, 200));
}

TEST_F(ARelay, ServesNothingMoreToOneThatFloodsIt) {
  limits.all_bytes = 20'000;
  const Request flood{.method = "POST", .target = "/", .body = std::string(9'000, 'x')};
  const Request hello{.method = "GET", .target = "/"};

  const std::vector<Response> responses = serve({}, {hello, flood, flood, hello});

  EXPECT_THAT(statuses(responses), ElementsAre(200, 404, 0, 0));
}

TEST_F(ARelay, AnswersNoCallOnceEnded) {
  LaidOutModel silent({});
  Relay ended(silent, "told", {}, {});

  ended.end();
  const std::vector<Response> responses =
      run(exchange_all(ended, {request(Format::gemini, question(beginning))}));

  EXPECT_THAT(statuses(responses), ElementsAre(400));
  EXPECT_FALSE(ended.trouble());
  EXPECT_THAT(silent.asked, IsEmpty());
}

TEST_F(ARelay, HearsOutAProgramWithOneToolAndANameOfItsOwnForTheModel) {
  wire::Question start = question(beginning);
  start.model = "openai/told";
  wire::Question later = start;
  later.messages = with(beginning, {{.role = Role::assistant, .calls = {list_files}},
                                    {.role = Role::observation, .text = "a b", .answers = "c1"}});
  const Failure gone(Failure::Kind::unavailable, "gone");

  serve({{.reply = {.calls = {list_files}}}, {.failure = gone}},
        {request(Format::chat, start), request(Format::chat, later)});

  EXPECT_THAT(ran, ElementsAre("bash = a b"));
  EXPECT_EQ(relay->seen().calls, 2);
  EXPECT_TRUE(relay->trouble());
}

TEST_F(ARelay, RefusesTooManyToolsAndCalls) {
  limits.question_tools = 1;
  limits.question_calls = 2;
  wire::Question tools = question(beginning);
  tools.tools.push_back(bash);
  const Message calls{.role = Role::assistant, .calls = {list_files, list_files, list_files}};

  const std::vector<Response> responses =
      serve({{.reply = {.text = "x"}}}, {request(Format::chat, tools),
                                         request(Format::chat, question(with(beginning, {calls}))),
                                         request(Format::chat, question(beginning))});

  EXPECT_THAT(statuses(responses), ElementsAre(400, 400, 200));
  EXPECT_EQ(relay->seen().refused, 2);
}

}  // namespace
}  // namespace redcode::relay
