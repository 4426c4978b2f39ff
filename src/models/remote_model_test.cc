#include "models/remote_model.h"

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

TEST(RemoteModel, GivesTheWholeReplyWithItsUsage) {
  Script script({says("Hello, w\u00f6rld")});

  const Reply reply = ask(script);

  EXPECT_EQ(reply, (Reply{.text = "Hello, w\u00f6rld",
                          .usage = {.input_tokens = 12, .output_tokens = 3}}));
}

TEST(RemoteModel, SendsTheTranscriptTheSettingsAndTheKey) {
  Script script({says("hi")});
  RemoteModel::Options options = quick_options();
  options.temperature = 0.5;
  options.max_tokens = 77;

  ask(script, options, {{record::Role::system, "be good"}, {record::Role::user, "list \xff"}});

  ASSERT_EQ(script.asked.size(), 1U);
  const http::Request& request = script.asked[0];
  const Json body = parse_json(request.body).value();
  EXPECT_EQ(request.method, "POST");
  EXPECT_EQ(request.target, "/v1/chat/completions");
  EXPECT_THAT(request.headers, Contains(Pair("Authorization", "Bearer " + std::string(test_key))));
  EXPECT_EQ(body["model"], "tiny");
  EXPECT_EQ(body["messages"].size(), 2U);
  EXPECT_EQ(body["messages"][1]["content"], "list \ufffd");
  EXPECT_EQ(body["temperature"], 0.5);
  EXPECT_THAT(request.body, HasSubstr("77"));
}

TEST(RemoteModel, WithoutAKeySendsNoAuthorization) {
  Script script({says("hi")});
  RemoteModel::Options options = quick_options();
  options.key = Secret();

  ask(script, options);

  EXPECT_THAT(script.asked.at(0).headers, Not(Contains(Key("Authorization"))));
}

TEST(RemoteModel, WaitsAsLongAsTheServerAsks) {
  Script script({Line{.status = 429, .headers = {{"Retry-After", "1"}}}, says("hi")});
  const auto begun = std::chrono::steady_clock::now();

  ask(script);

  EXPECT_GE(std::chrono::steady_clock::now() - begun, 1s);
}

TEST(RemoteModel, AWaitBeyondTheDeadlineIsNotBegun) {
  Script script({Line{.status = 429, .headers = {{"Retry-After", "4000000000"}}}});
  const auto begun = std::chrono::steady_clock::now();

  const std::string message = complaint(script, Failure::Kind::unavailable);

  EXPECT_LT(std::chrono::steady_clock::now() - begun, 1s);
  EXPECT_THAT(message, HasSubstr("it asks for a wait of"));
}

TEST(RemoteModel, AServerThatIsAlwaysBrokenIsUnavailableWithinTheDeadline) {
  Script script({Line{.status = 500, .pieces = {"oops " + std::string(test_key)}}});
  RemoteModel::Options options = quick_options();
  options.deadline = 300ms;
  const auto begun = std::chrono::steady_clock::now();

  const std::string message = complaint(script, Failure::Kind::unavailable, options);

  EXPECT_LT(std::chrono::steady_clock::now() - begun, 1s);
  EXPECT_GT(script.asked.size(), 1U);
  EXPECT_THAT(message, HasSubstr("HTTP 500: oops [key]"));
}

TEST(RemoteModel, AnErrorOfOursIsNotRetriedAndItsMessageIsBoundedAndHarmless) {
  const std::string body = R"({"error": {"message": "bad key )" + std::string(test_key) +
                           R"( and header hush-hush \u001b[31m)" + std::string(100'000, '!') +
                           R"("}})";
  Script script({Line{.status = 401, .pieces = {body}}});
  RemoteModel::Options options = quick_options();
  options.headers.emplace_back("X-Tenant", Secret("hush-hush"));

  const std::string message = complaint(script, Failure::Kind::unavailable, options);

  EXPECT_EQ(script.asked.size(), 1U);
  EXPECT_THAT(script.asked[0].headers, Contains(Pair("X-Tenant", "hush-hush")));
  EXPECT_THAT(message, HasSubstr("HTTP 401: bad key [key] and header [key]"));
  EXPECT_THAT(message, Not(HasSubstr("\x1b")));
  EXPECT_LT(message.size(), 600U);
}

TEST(RemoteModel, ADeadServerIsUnavailableWithinTheDeadline) {
  Reply reply;
  RemoteModel::Options options = quick_options();
  options.deadline = 100ms;
  const http::Endpoint nobody{.host = "127.0.0.1", .port = 1};

  EXPECT_THROW(run(keep_reply(nobody, options, {}, reply)), Failure);
}

TEST(RemoteModel, AnswersOfTheWrongLengthAreOffFormat) {
  Script script({says(std::string(2'000'000, 'x'))});

  RemoteModel::Options patient = quick_options();
  patient.deadline = 60s;

  complaint(script, Failure::Kind::corrupt, patient);

  EXPECT_EQ(script.asked.size(), 3U);
}

TEST(RemoteModel, ChecksItsOptions) {
  const auto code = [](RemoteModel::Options options) {
    const auto model = RemoteModel::make(std::move(options));
    return model ? "accepted" : model.error().code;
  };
  const std::string url = "https://models.example/v1";

  EXPECT_EQ(code({.base_url = url, .model = "m"}), "accepted");
  EXPECT_EQ(code({.base_url = url + "?api-version=1", .model = "m"}), "accepted");
  EXPECT_EQ(code({.base_url = url + "?key=1", .model = "m"}), "key-in-url");
  EXPECT_EQ(code({.base_url = "models.example", .model = "m"}), "url-syntax");
  EXPECT_EQ(code({.base_url = url}), "model-name");
  EXPECT_EQ(code({.base_url = url, .model = "m", .key = Secret("k\n")}), "key-malformed");
  EXPECT_EQ(code({.base_url = url, .model = "m", .key_header = "a b"}), "header-malformed");
  EXPECT_EQ(code({.base_url = url, .model = "m", .headers = {{"A", Secret("b\r\nC: d")}}}),
            "header-malformed");
}

TEST(RemoteModel, AKeyInAHeaderIsNotToldWithoutItsScheme) {
  Script script({Line{.status = 401, .pieces = {"invalid key marker-key"}}});
  RemoteModel::Options options = quick_options();
  options.headers.emplace_back("X-Authorization", Secret("Bearer marker-key"));

  const std::string message = complaint(script, Failure::Kind::unavailable, options);

  EXPECT_THAT(message, HasSubstr("invalid key [key]"));
}

}  // namespace
}  // namespace redcode::models
