// S3Store against servers that misbehave to order.
#include "run/store/s3_store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "base/digest.h"
#include "base/run.h"
#include "http/against_server.h"
#include "http/message.h"
#include "record/packing.h"

namespace redcode::store {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

// Gives the answers it was told, one after the other; the last for ever. Status 0: hangs up.
struct Script {
  std::vector<http::Response> answers;
  std::vector<http::Request> asked = {};

  std::vector<std::string> methods() const {
    std::vector<std::string> all;
    for (const http::Request& request : asked) all.push_back(request.method);
    return all;
  }
};

Task<> answer(Script& script, const http::Request& request, http::Responder& responder) {
  const std::size_t turn = std::min(script.asked.size(), script.answers.size() - 1);
  script.asked.push_back(request);
  const http::Response response = script.answers[turn];
  if (response.status == 0) {
    responder.abort();
    co_return;
  }
  co_await responder.send(response);
}

S3Place place_at(http::Endpoint endpoint) {
  return {.endpoint = std::move(endpoint),
          .root = "/blobs/",
          .realm = {.region = "us-east-1"},
          .keys = {.id = "KEYID", .secret = "KEYSECRET", .token = "KEYTOKEN"}};
}

Task<> put_at(http::Endpoint endpoint, std::string bytes) {
  S3Store store(place_at(std::move(endpoint)),
                {.first_wait = 10ms, .longest_wait = 20ms, .in_all = 150ms});
  co_await store.put(bytes);
  co_await store.put(std::move(bytes));
}

// What two puts of `bytes` fail with; "" if they do not.
std::string outcome_of_two_puts(Script& script, const std::string& bytes = "bytes") {
  const http::Handler handler = [&script](const http::Request& request, http::Responder& to) {
    return answer(script, request, to);
  };
  try {
    run(http::run_against_server(
        handler, [&bytes](http::Endpoint endpoint) { return put_at(std::move(endpoint), bytes); }));
  } catch (const Failure& failure) {
    return failure.what();
  }
  return {};
}

TEST(S3Store, SendsWhatItIsSignedAs) {
  Script script{.answers = {{.status = 200}}};

  const std::string outcome = outcome_of_two_puts(script);

  EXPECT_EQ(outcome, "");
  ASSERT_EQ(script.asked.size(), 2U);
  const http::Request& put = script.asked.front();
  EXPECT_EQ(put.target, "/blobs/" + record::blob_path(sha256_hex("bytes")));
  EXPECT_EQ(http::find_header(put.headers, "If-None-Match"), "*");
  EXPECT_EQ(http::find_header(put.headers, "X-Amz-Security-Token"), "KEYTOKEN");
  EXPECT_EQ(http::find_header(put.headers, "X-Amz-Content-SHA256"), sha256_hex(put.body));
  EXPECT_THAT(std::string(http::find_header(put.headers, "Authorization")),
              StartsWith("AWS4-HMAC-SHA256 Credential=KEYID/"));
  EXPECT_EQ(record::unpack(put.body, sha256_hex("bytes")), "bytes");
}

TEST(S3Store, AsksAgainWhatMayPass) {
  Script script{.answers = {{.status = 503, .body = "<Error><Code>SlowDown</Code></Error>"},
                            {.status = 0},
                            {.status = 409},
                            {.status = 200}}};

  const std::string outcome = outcome_of_two_puts(script);

  EXPECT_EQ(outcome, "");
  EXPECT_EQ(script.asked.size(), 5U);
}

TEST(S3Store, GivesUpInTime) {
  Script script{.answers = {{.status = 503, .body = "<Error><Code>SlowDown</Code></Error>"}}};

  const std::string outcome = outcome_of_two_puts(script);

  EXPECT_THAT(outcome, HasSubstr("HTTP 503 SlowDown (gave up after"));
  EXPECT_GT(script.asked.size(), 3U);
  EXPECT_LT(script.asked.size(), 20U);
}

TEST(S3Store, ARefusalIsNotAskedAgainAndTellsNoKey) {
  Script script{.answers = {{.status = 403,
                             .body = "<Error><Code>SignatureDoesNotMatch</Code><AWSAccessKeyId>"
                                     "KEYID</AWSAccessKeyId></Error>"}}};

  const std::string outcome = outcome_of_two_puts(script);

  EXPECT_THAT(outcome, HasSubstr("HTTP 403 SignatureDoesNotMatch"));
  EXPECT_THAT(outcome, Not(HasSubstr("KEY")));
  EXPECT_EQ(script.asked.size(), 1U);
}

TEST(S3Store, OfAServersWordsOnlyACodeIsTold) {
  Script script{.answers = {{.status = 400, .body = "<Code>Bad\x1b[31mKEYID</Code>"}}};

  const std::string outcome = outcome_of_two_puts(script);

  EXPECT_THAT(outcome, testing::EndsWith("HTTP 400 Bad"));
}

TEST(S3Store, WhatIsThereAlreadyIsFine) {
  Script script{.answers = {{.status = 412}}};

  const std::string outcome = outcome_of_two_puts(script);

  EXPECT_EQ(outcome, "");
  EXPECT_THAT(script.methods(), ElementsAre("PUT", "PUT"));
}

TEST(S3Store, LooksFirstWhereTheServerKnowsNoConditions) {
  Script script{.answers = {{.status = 501}, {.status = 404}, {.status = 200}}};

  const std::string outcome = outcome_of_two_puts(script);

  EXPECT_EQ(outcome, "");
  EXPECT_THAT(script.methods(), ElementsAre("PUT", "HEAD", "PUT", "HEAD"));
  EXPECT_EQ(http::find_header(script.asked[2].headers, "If-None-Match"), "");
}

}  // namespace
}  // namespace redcode::store
