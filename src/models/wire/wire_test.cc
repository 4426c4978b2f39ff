#include "models/wire/wire.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "models/wire/answers_for_tests.h"

namespace redcode::wire {
namespace {

using record::Role;
using ::testing::HasSubstr;

constexpr std::array formats = {Format::chat, Format::responses, Format::messages, Format::gemini};

const Json schema = {{"type", "object"}, {"properties", {{"command", {{"type", "string"}}}}}};

Question some_question() {
  return {.model = "m",
          .messages = {{.role = Role::system, .text = "be useful"},
                       {.role = Role::user, .text = "list the files — all"},
                       {.role = Role::assistant,
                        .text = "I look.",
                        .calls = {{"c1", "shell", R"({"command":"ls"})"},
                                  {"c2", "shell", R"({"command":"pwd"})"}}},
                       {.role = Role::observation, .text = "a\nb", .answers = "c1"},
                       {.role = Role::observation, .text = "/", .answers = "c2"},
                       {.role = Role::assistant, .text = "", .calls = {{"c3", "shell", "{}"}}},
                       {.role = Role::observation, .text = "", .answers = "c3"},
                       {.role = Role::assistant, .text = "Done."},
                       {.role = Role::user, .text = "and now?"}},
          .tools = {{"shell", "runs a command", schema}, {"look", "", schema}},
          .temperature = 0.5,
          .max_tokens = 77};
}

std::vector<Reply> some_replies() {
  const record::Usage usage{.input_tokens = 12, .output_tokens = 3};
  return {{.text = "", .usage = usage},
          {.text = "Héllo \"you\"\n\ndata: [DONE]\r\n and some more words to cut", .usage = usage},
          {.text = "", .calls = {{"c1", "shell", R"({"command":"ls — é"})"}}, .usage = usage},
          {.text = "I look.",
           .calls = {{"c1", "shell", R"({"command":"ls"})"}, {"c2", "look", "{}"}},
           .usage = usage}};
}

class EveryFormat : public ::testing::TestWithParam<Format> {};

INSTANTIATE_TEST_SUITE_P(Wire, EveryFormat, ::testing::ValuesIn(formats),
                         [](const auto& format) { return std::string(name(format.param)); });

TEST_P(EveryFormat, ReadsTheQuestionItWrote) {
  for (const bool stream : {true, false}) {
    Question asked = some_question();
    asked.stream = stream;
    const std::string target = "/v1" + path_of(GetParam(), asked);

    const Result<Question> read =
        read_question(GetParam(), target, write_question(GetParam(), asked));

    ASSERT_TRUE(read) << read.error().text();
    EXPECT_EQ(read->model, asked.model);
    EXPECT_EQ(record::to_json(read->messages), record::to_json(asked.messages));
    EXPECT_EQ(read->tools, asked.tools);
    EXPECT_EQ(read->temperature, asked.temperature);
    EXPECT_EQ(read->max_tokens, asked.max_tokens);
    EXPECT_EQ(read->stream, stream);
    EXPECT_TRUE(read->include_usage);
    EXPECT_EQ(format_of(target), GetParam());
  }
}

TEST_P(EveryFormat, WritesNoPermissionsAndTellsLooseObservationsAsTheUser) {
  const Question asked{.model = "m",
                       .messages = {{Role::user, "go"},
                                    {Role::permission, "may I?"},
                                    {Role::observation, "it printed this"}}};

  const Result<Question> read = read_question(GetParam(), "/v1" + path_of(GetParam(), asked),
                                              write_question(GetParam(), asked));

  ASSERT_TRUE(read) << read.error().text();
  ASSERT_FALSE(read->messages.empty());
  std::string said;
  for (const record::Message& message : read->messages) {
    EXPECT_EQ(message.role, Role::user);
    said += message.text + "|";
  }
  EXPECT_THAT(said, ::testing::MatchesRegex("go.*it printed this.*"));
  EXPECT_THAT(said, ::testing::Not(HasSubstr("may I?")));
}

TEST_P(EveryFormat, ReadsTheWholeAnswerItWrote) {
  for (const Reply& reply : some_replies()) {
    const std::string answer = write_answer(GetParam(), some_question(), reply);

    EXPECT_EQ(read_bytewise(GetParam(), answer), reply) << answer;
  }
}

TEST_P(EveryFormat, ReadsTheStreamItWroteHoweverItIsCut) {
  for (const Reply& reply : some_replies()) {
    const std::string stream = joined(write_events(GetParam(), some_question(), reply));

    for (std::size_t piece = 1; piece < 80; piece += 3) {
      EXPECT_EQ(read_in_pieces(GetParam(), stream, piece), reply) << piece << " of " << stream;
    }
  }
}

// Half an answer is none: only what comes behind the end may be missing.
TEST_P(EveryFormat, RefusesAnAnswerThatBreaksOff) {
  const Reply reply = some_replies()[2];
  const std::string whole = write_answer(GetParam(), {}, reply);
  const std::string stream = joined(write_events(GetParam(), {}, reply));

  for (std::size_t length = 0; length < whole.size(); ++length) {
    EXPECT_EQ(ending_of(GetParam(), whole.substr(0, length)), "corrupt") << length;
  }
  std::size_t length = 0;
  while (ending_of(GetParam(), stream.substr(0, length)) == "corrupt") ++length;
  const Reply read = read_answer(GetParam(), stream.substr(0, length));
  EXPECT_EQ(read.text, reply.text);
  EXPECT_EQ(read.calls, reply.calls);
}

TEST_P(EveryFormat, GivesACallWithoutAnIdOneThatIsItsOwn) {
  const Reply reply{.text = "", .calls = {{"", "shell", "{}"}, {"", "shell", "{}"}}};

  const Reply read = read_answer(GetParam(), write_answer(GetParam(), some_question(), reply));

  ASSERT_EQ(read.calls.size(), 2U);
  EXPECT_FALSE(read.calls[0].id.empty());
  EXPECT_NE(read.calls[0].id, read.calls[1].id);
}

TEST_P(EveryFormat, RefusesReplyAndCallsOverTheirBounds) {
  const Reply long_one{.text = std::string(longest_reply + 1, 'x')};
  Reply many;
  for (std::size_t i = 0; i <= most_calls; ++i)
    many.calls.push_back({std::to_string(i), "n", "{}"});
  Reply loud{.text = "", .calls = {{"c", "n", "\"" + std::string(longest_reply, 'x') + "\""}}};

  for (const Reply& reply : {long_one, many, loud}) {
    EXPECT_EQ(ending_of(GetParam(), write_answer(GetParam(), {}, reply)), "corrupt");
    EXPECT_EQ(ending_of(GetParam(), joined(write_events(GetParam(), {}, reply))), "corrupt");
  }
}

TEST_P(EveryFormat, TellsTheServersErrorInMidStream) {
  const std::vector<std::string> events =
      write_events(GetParam(), some_question(), some_replies().back());
  const std::string error =
      write_error(GetParam(), 500, {.code = "x", .message = "over\nloaded", .hint = "wait"});
  const std::string stream = events.front() + "data: " + error + "\n\n" + events.back();

  EXPECT_EQ(error_message(error), "over\nloaded; wait");
  EXPECT_EQ(ending_of(GetParam(), stream), "unavailable");
  EXPECT_EQ(ending_of(GetParam(), error), "unavailable");
}

TEST_P(EveryFormat, RefusesWhatIsNoAnswer) {
  for (const std::string_view bytes :
       {"", " \r\n", "<html>busy</html>", "{}", "[]", "[1]", "{", "{]", "data: {}\n\n",
        "data: []\n\n", "data: 7\n\n", "data: {\"a\":\n\n", "data: null\n\n", "data: \xFF\n\n"}) {
    EXPECT_EQ(ending_of(GetParam(), bytes), "corrupt") << bytes;
  }
}

TEST_P(EveryFormat, RefusesWhatIsNoQuestion) {
  for (const std::string_view body : {"", "{}", "[]", "7", "{\"messages\": []}", "{\"input\": []}",
                                      "{\"messages\": [{\"role\": \"king\"}]}",
                                      "{\"input\": [{\"role\": \"king\"}]}", "{\"contents\": 3}"}) {
    EXPECT_FALSE(read_question(GetParam(), "/v1/models/m:generateContent", body)) << body;
  }
}

TEST(Wire, NamesItsFormats) {
  EXPECT_EQ(format_named("messages").value(), Format::messages);
  EXPECT_EQ(name(Format::gemini), "gemini");
  EXPECT_THAT(format_named("soap").error().text(), HasSubstr("chat, responses, messages, gemini"));
}

TEST(Wire, TellsAModelCallByItsPath) {
  const std::vector<std::pair<std::string_view, std::optional<Format>>> expected = {
      {"/v1/chat/completions", Format::chat},
      {"/openai/deployments/d/chat/completions?api-version=1", Format::chat},
      {"/v1/responses/", Format::responses},
      {"/v1/messages?beta=true", Format::messages},
      {"/v1beta/models/m:streamGenerateContent?alt=sse", Format::gemini},
      {"/v1beta/models/m:generateContent", Format::gemini},
      {"/v1/messages/count_tokens", std::nullopt},
      {"/v1beta/models/m:countTokens", std::nullopt},
      {"/v1/models", std::nullopt},
      {"/?x=/v1/messages", std::nullopt},
      {"", std::nullopt}};

  for (const auto& [target, format] : expected) EXPECT_EQ(format_of(target), format) << target;
}

TEST(Wire, RenamesTheModelAndNothingElse) {
  const std::string body = R"({"z":[1,2.5],"model":"fake","a":{"model":"kept"},"é":null})";

  EXPECT_EQ(dump_json(with_model(Format::chat, parse_question(body).value(), "real")),
            R"({"z":[1,2.5],"model":"real","a":{"model":"kept"},"é":null})");
}

TEST(Wire, ReadsNoBodyThatIsNoQuestionOrHoldsTooManyValues) {
  std::string lists = R"({"messages":[],"metadata":[[])";
  while (lists.size() < std::size_t{8} << 20U) lists += ",[]";

  EXPECT_EQ(parse_question("[]").error().code, "bad-request");
  EXPECT_EQ(parse_question("{").error().code, "json-syntax");
  EXPECT_EQ(parse_question(lists + "]}").error().code, "json-too-big");
  EXPECT_FALSE(read_question(Format::chat, "/v1/chat/completions", lists + "]}"));
}

TEST(Wire, FindsWhatAServerSaysIsWrong) {
  const std::vector<std::pair<std::string_view, std::string_view>> expected = {
      {R"({"error": {"message": "no key"}})", "no key"},
      {R"([{"error": {"code": 403, "message": "no key"}}])", "no key"},
      {R"({"error": "no key"})", "no key"},
      {R"({"type": "error", "message": "no key"})", "no key"},
      {R"({"object": "error", "message": "no key", "code": 400})", "no key"},
      {R"({"error": {"code": 7}})", R"({"code":7})"},
      {R"({"detail": "else"})", R"({"detail": "else"})"},
      {"<html>busy</html>", "<html>busy</html>"},
      {"[]", "[]"},
      {"", ""}};

  for (const auto& [body, message] : expected) EXPECT_EQ(error_message(body), message) << body;
}

TEST(Wire, CountsWords) {
  const Question question{
      .messages = {{Role::system, " two words\n"},
                   {.role = Role::assistant, .text = "one", .calls = {{"id", "shell", "{} {}"}}}}};
  const Reply reply{.text = "a b c", .calls = {{"id", "shell", "{}"}}};

  EXPECT_EQ(count_words(question, reply), (record::Usage{.input_tokens = 6, .output_tokens = 5}));
}

// The reply; "blocked" if there is none because of the provider.
std::string words_or_block(Format format, std::string_view answer) {
  const auto reader = AnswerReader::make(format);
  try {
    reader->take(answer);
    return reader->finish().text;
  } catch (const Failure& failure) {
    return std::string_view(failure.what()).contains("blocked") ? "blocked" : failure.what();
  }
}

TEST(Wire, AnEmptyAnswerThatTheProviderBlockedIsNone) {
  EXPECT_EQ(words_or_block(Format::chat, R"({"choices":[{"message":{"content":null},
      "finish_reason":"content_filter"}]})"),
            "blocked");
  EXPECT_EQ(words_or_block(Format::chat, R"({"choices":[{"message":{"content":"so far"},
      "finish_reason":"content_filter"}]})"),
            "so far");
  EXPECT_EQ(words_or_block(Format::gemini, R"({"candidates":[{"finishReason":"SAFETY"}]})"),
            "blocked");
  EXPECT_EQ(words_or_block(Format::gemini, R"({"candidates":[{"finishReason":"STOP"}]})"), "");
}

TEST(Wire, ABlockBeforeTheFirstWordIsNoRefusalOfTheModels) {
  const std::string_view stream =
      "data: {\"type\":\"message_start\",\"message\":{}}\n\n"
      "data: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"refusal\"}}\n\n"
      "data: {\"type\":\"message_stop\"}\n\n";

  EXPECT_EQ(words_or_block(Format::messages, stream), "blocked");
  EXPECT_EQ(words_or_block(Format::messages, R"({"content":[],"stop_reason":"refusal"})"),
            "blocked");
  EXPECT_EQ(words_or_block(Format::messages, R"({"content":[],"stop_reason":"end_turn"})"), "");
}

}  // namespace
}  // namespace redcode::wire
