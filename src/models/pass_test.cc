// Calls that a program made in the provider's own format, passed on.
#include "base/json.h"
#include "models/script_for_tests.h"

namespace redcode::models {
namespace {

using namespace std::chrono_literals;
using testing::Contains;
using testing::HasSubstr;
using testing::Key;
using testing::Not;
using testing::Pair;
using wire::Format;

constexpr Format every_format[] = {Format::chat, Format::responses, Format::messages,
                                   Format::gemini};

// What went to the program.
struct Heard {
  std::string bytes = {};
  Reply reply = {};
  std::string failure = {};
  Failure::Kind kind = Failure::Kind::interrupted;
  bool bad_call = false;
};

Task<> hear(Heard& heard, std::string_view bytes) {
  heard.bytes += bytes;
  co_return;
}

Task<> pass_to(http::Endpoint endpoint, RemoteModel::Options options, Model::Call call,
               Heard& heard) {
  options.base_url = base_url_of(endpoint);
  const auto model = RemoteModel::make(std::move(options));
  const Model::Sink sink = [&heard](std::string_view bytes) { return hear(heard, bytes); };
  try {
    heard.reply = co_await model.value()->pass(std::move(call), sink);
  } catch (const Failure& failure) {
    heard.failure = failure.what();
    heard.kind = failure.kind();
    heard.bad_call = dynamic_cast<const BadCall*>(&failure) != nullptr;
  }
}

// A call as a program makes it with a model and a key of its own.
Model::Call call_in(Format format) {
  const wire::Question question{.model = "theirs",
                                .messages = {{record::Role::user, "hello"}},
                                .tools = {{.name = "run", .description = "runs"}}};
  Model::Call call{.format = format,
                   .target = "/any/v1" + wire::path_of(format, question),
                   .body = parse_json(wire::write_question(format, question)).value()};
  call.headers = {
      {"authorization", "Bearer dummy"}, {"x-api-key", "dummy"}, {"anthropic-beta", "tools-1"}};
  return call;
}

Heard passed(Script& script, RemoteModel::Options options, const Model::Call& call) {
  Heard heard;
  options.format = call.format;
  run(http::run_against_server(handler_of(script), [&](http::Endpoint endpoint) {
    return pass_to(std::move(endpoint), options, call, heard);
  }));
  return heard;
}

std::string joined(const std::vector<std::string>& pieces) {
  std::string all;
  for (const std::string& piece : pieces) all += piece;
  return all;
}

TEST(Pass, BytesGoThroughAsTheyCameAndAreReadOnTheWay) {
  for (const Format format : every_format) {
    SCOPED_TRACE(wire::name(format));
    const Line line = says("Hello, w\u00f6rld", format);
    Script script({line});

    const Heard heard = passed(script, quick_options(), call_in(format));

    EXPECT_EQ(heard.failure, "");
    EXPECT_EQ(heard.bytes, joined(line.pieces));
    EXPECT_EQ(heard.reply.text, "Hello, w\u00f6rld");
    EXPECT_EQ(heard.reply.usage, (record::Usage{.input_tokens = 12, .output_tokens = 3}));
  }
}

TEST(Pass, TheCallIsTheProgramsButForItsModelAndKey) {
  for (const Format format : every_format) {
    SCOPED_TRACE(wire::name(format));
    Script script({says("hi", format)});
    const Model::Call call = call_in(format);

    passed(script, quick_options(), call);

    ASSERT_EQ(script.asked.size(), 1U);
    const http::Request& request = script.asked[0];
    EXPECT_THAT(request.target, testing::StartsWith("/v1/"));
    EXPECT_THAT(request.target, Not(HasSubstr("theirs")));
    EXPECT_THAT(request.body, Not(HasSubstr("theirs")));
    EXPECT_THAT(request.target + request.body, HasSubstr("tiny"));
    EXPECT_THAT(request.body, HasSubstr("runs"));
    EXPECT_THAT(request.headers, Contains(Pair("anthropic-beta", "tools-1")));
    EXPECT_THAT(request.headers, Not(Contains(Pair(testing::_, HasSubstr("dummy")))));
    EXPECT_THAT(request.headers, Contains(Pair(testing::_, HasSubstr(test_key))));
  }
}

TEST(Pass, AProgramCannotAskForLongerAnswersThanTheRun) {
  for (const Format format : every_format) {
    SCOPED_TRACE(wire::name(format));
    Script script({says("hi", format)});
    RemoteModel::Options options = quick_options();
    Model::Call call = call_in(format);
    call.body.update(Json{{"max_tokens", 128'000},
                          {"max_output_tokens", 128'000},
                          {"generationConfig", {{"maxOutputTokens", 128'000}}}});

    passed(script, options, call);
    options.max_tokens = 500;
    passed(script, options, call);
    passed(script, options, call_in(format));

    ASSERT_EQ(script.asked.size(), 3U);
    EXPECT_THAT(script.asked[0].body, HasSubstr(":32768"));
    EXPECT_THAT(script.asked[1].body, HasSubstr(":500"));
    EXPECT_THAT(script.asked[2].body, HasSubstr(":500"));
  }
}

TEST(Pass, WhatIsAskedAgainLeavesNoTraceInTheAnswer) {
  for (const Format format : every_format) {
    SCOPED_TRACE(wire::name(format));
    const Line good = says("at last", format);
    Script script({Line{.status = 429, .pieces = {"slower"}}, Line{.pieces = {"<html>gateway"}},
                   Line{.status = 502}, good});

    const Heard heard = passed(script, quick_options(), call_in(format));

    EXPECT_EQ(heard.failure, "");
    EXPECT_EQ(heard.bytes, joined(good.pieces));
    EXPECT_EQ(script.asked.size(), 4U);
  }
}

TEST(Pass, AnAnswerThatBreaksOffHalfwayIsAFailureAndNotAskedAgain) {
  for (const Format format : every_format) {
    SCOPED_TRACE(wire::name(format));
    Line half = says("a long answer that never comes to its end", format);
    half.pieces.resize(half.pieces.size() / 2);
    half.cut = true;
    Script script({half, says("another", format)});

    const Heard heard = passed(script, quick_options(), call_in(format));

    EXPECT_THAT(heard.failure, HasSubstr("a part of the answer was passed on"));
    EXPECT_EQ(script.asked.size(), 1U);
  }
}

TEST(Pass, AnErrorOfTheCallsIsSaidWithoutTheKey) {
  Script script({Line{.status = 400, .pieces = {"no such tool " + std::string(test_key)}}});

  const Heard heard = passed(script, quick_options(), call_in(Format::chat));

  EXPECT_EQ(heard.bytes, "");
  EXPECT_EQ(heard.kind, Failure::Kind::unavailable);
  EXPECT_THAT(heard.failure, HasSubstr("HTTP 400: no such tool [key]"));
}

TEST(Pass, ABodyThatIsNoCallIsNotPassedOn) {
  Script script({says("hi")});
  Model::Call call = call_in(Format::chat);
  call.body = Json::array({1});

  const Heard heard = passed(script, quick_options(), call);

  EXPECT_EQ(heard.kind, Failure::Kind::corrupt);
  EXPECT_EQ(script.asked.size(), 0U);
}

// A program that has gone away.
Task<> hang_up(std::string_view /*bytes*/) {
  throw Failure(Failure::Kind::unavailable, "the program is gone");
  co_return;
}

Task<> pass_to_nobody(http::Endpoint endpoint, Heard& heard) {
  RemoteModel::Options options = quick_options();
  options.base_url = base_url_of(endpoint);
  const auto model = RemoteModel::make(std::move(options));
  Model::Call call = call_in(Format::chat);
  const Model::Sink sink = hang_up;
  try {
    co_await model.value()->pass(std::move(call), sink);
  } catch (const Failure& failure) {
    heard.failure = failure.what();
  }
}

TEST(Pass, AProgramThatIsGoneIsNotTheModelsFault) {
  Script script({says("hi")});
  Heard heard;

  run(http::run_against_server(handler_of(script), [&](http::Endpoint endpoint) {
    return pass_to_nobody(std::move(endpoint), heard);
  }));

  EXPECT_EQ(heard.failure, "the program is gone");
  EXPECT_EQ(script.asked.size(), 1U);
}

TEST(Pass, AnotherFormatIsNotPassedOn) {
  RemoteModel::Options options = quick_options();
  options.base_url = "http://127.0.0.1:1/v1";
  const auto model = RemoteModel::make(std::move(options));
  const Model::Sink sink = hang_up;

  EXPECT_TRUE(model.value()->passes(Format::chat));
  EXPECT_FALSE(model.value()->passes(Format::messages));
  EXPECT_THROW(run(model.value()->pass(call_in(Format::messages), sink)), Failure);
}

TEST(Pass, AWholeAnswerGoesInsideOnlyWhenItIsOne) {
  for (const Format format : every_format) {
    SCOPED_TRACE(wire::name(format));
    const wire::Question question{.model = "tiny", .messages = {{record::Role::user, "hello"}}};
    const std::string whole = wire::write_answer(format, question, Reply{.text = "hi"});
    Script script({Line{.pieces = {R"({"error": {"message": "inner.host )", R"(refused"}})"}},
                   Line{.pieces = {whole.substr(0, whole.size() / 2)}},
                   Line{.pieces = {" ", whole.substr(0, 9), whole.substr(9)}}});

    const Heard heard = passed(script, quick_options(), call_in(format));

    EXPECT_EQ(heard.failure, "");
    EXPECT_EQ(heard.bytes, " " + whole);
    EXPECT_EQ(script.asked.size(), 3U);
  }
}

TEST(Pass, ACallThatIsBadInItselfIsToldFromAProviderThatIsGone) {
  const std::string broke = R"({"error": {"message": "Your credit balance is too low"}})";
  const std::vector<std::pair<Line, bool>> lines = {
      {{.status = 400, .pieces = {"context length exceeded"}}, true},
      {{.status = 413}, true},
      {{.status = 422}, true},
      {{.status = 400, .pieces = {broke}}, false},
      {{.status = 401}, false}};

  for (const auto& [line, bad] : lines) {
    Script script({line});
    EXPECT_EQ(passed(script, quick_options(), call_in(Format::chat)).bad_call, bad) << line.status;
  }
}

}  // namespace
}  // namespace redcode::models
