#include "models/retry.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace redcode::models {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

// 21 October 2015, 07:27:30 UTC
const auto now = std::chrono::system_clock::from_time_t(1'445'412'450);

Trouble answered(int status, http::Headers headers = {}, std::string body = "no") {
  return trouble_of({.status = status, .headers = std::move(headers), .body = std::move(body)},
                    now);
}

bool asked_again(const Trouble& trouble) {
  Retry retry(100ms);
  return retry.after(trouble, 60s, 0).wait.has_value();
}

TEST(Retry, AsksAgainWhereItMayHelp) {
  for (const int status : {408, 425, 429, 500, 502, 503, 504, 529}) {
    EXPECT_TRUE(asked_again(answered(status))) << status;
  }
  for (const int status : {302, 400, 401, 402, 403, 404, 407, 409, 413, 422, 501}) {
    EXPECT_FALSE(asked_again(answered(status))) << status;
  }
  EXPECT_TRUE(asked_again({.kind = Trouble::Kind::no_answer}));
  EXPECT_TRUE(asked_again({.kind = Trouble::Kind::off_format}));
}

TEST(Retry, AnAccountWithoutMoneyIsNotAskedAgain) {
  EXPECT_FALSE(asked_again(answered(429, {}, R"({"error": {"code": "insufficient_quota"}})")));
  EXPECT_FALSE(asked_again(answered(429, {}, R"({"error": {"type": "insufficient_quota"}})")));
  EXPECT_FALSE(
      asked_again(answered(429, {}, R"({"error": {"code": "billing_hard_limit_reached"}})")));
  EXPECT_TRUE(asked_again(answered(429, {}, R"({"error": {"code": "rate_limit_exceeded"}})")));
  EXPECT_TRUE(asked_again(answered(429, {}, R"({"error": {"code": 429}})")));
  EXPECT_TRUE(asked_again(answered(429, {}, R"({"error": "insufficient_quota")")));
}

TEST(Retry, WaitsDoubleUpToTwentySecondsInTheirUpperHalf) {
  Retry least(1s);
  Retry most(1s);
  const Trouble trouble;
  std::vector<std::pair<std::int64_t, std::int64_t>> waits;

  for (int i = 0; i < 7; ++i) {
    waits.emplace_back(least.after(trouble, 1h, 0).wait->count(),
                       most.after(trouble, 1h, 1).wait->count());
  }

  EXPECT_EQ(waits, (std::vector<std::pair<std::int64_t, std::int64_t>>{{500, 1000},
                                                                       {1000, 2000},
                                                                       {2000, 4000},
                                                                       {4000, 8000},
                                                                       {8000, 16000},
                                                                       {10000, 20000},
                                                                       {10000, 20000}}));
}

TEST(Retry, WaitsAsLongAsTheServerAsks) {
  const auto wait = [](http::Headers headers) {
    Retry retry(100ms);
    return retry.after(answered(429, std::move(headers)), 1h, 0).wait->count();
  };

  EXPECT_EQ(wait({{"Retry-After", "7"}}), 7000);
  EXPECT_EQ(wait({{"retry-after", "0.25"}}), 250);
  EXPECT_EQ(wait({{"Retry-After", "9"}, {"retry-after-ms", "1234"}}), 1234);
  EXPECT_EQ(wait({{"Retry-After", "Wed, 21 Oct 2015 07:28:00 GMT"}}), 30'000);
  EXPECT_EQ(wait({{"Retry-After", "Wed, 21 Oct 2015 07:00:00 GMT"}}), 50);
  for (const char* none : {"", "soon", "-1", "1e999", "nan", "7 s", "Wed, 21 Foo 2015"}) {
    EXPECT_EQ(wait({{"Retry-After", none}}), 50) << none;
  }
}

TEST(Retry, GivesUpAtOnceWhenTheServerAsksForMoreThanIsLeft) {
  Retry retry(100ms);

  const Step step = retry.after(answered(429, {{"Retry-After", "1e15"}}), 12s, 0);

  EXPECT_FALSE(step.wait);
  EXPECT_THAT(step.why_not, HasSubstr("12.0 s are left of the deadline"));
}

TEST(Retry, GivesUpWhenTheDeadlineLeavesNoTimeForAWait) {
  Retry retry(100ms);

  const Step step = retry.after({}, 50ms, 0);

  EXPECT_EQ(step.why_not, "the deadline is reached");
}

TEST(Retry, GivesUpAfterThreeAnswersOffFormatInARow) {
  Retry retry(1ms);
  const Trouble off_format{.kind = Trouble::Kind::off_format};
  const auto again = [&](const Trouble& trouble) {
    return retry.after(trouble, 1h, 0).wait.has_value();
  };

  EXPECT_TRUE(again(off_format));
  EXPECT_TRUE(again(off_format));
  EXPECT_TRUE(again({}));  // another trouble breaks the row
  EXPECT_TRUE(again(off_format));
  EXPECT_TRUE(again(off_format));
  EXPECT_FALSE(again(off_format));
}

TEST(Retry, SaysWhatTheServerSaid) {
  EXPECT_EQ(answered(500, {}, R"({"error": {"message": "oops"}})").what, "HTTP 500: oops");
  EXPECT_THAT(answered(407).what, HasSubstr("a proxy wants a password"));
}

TEST(TroubleOf, DoesNotStudyAnErrorWithoutEnd) {
  std::string body = R"({"error":{)";
  for (int i = 0; i < 1'000'000; ++i) body += fmt::format("\"{}\":0,", i);
  body += "\"z\":0}}";
  const auto begun = std::chrono::steady_clock::now();

  const Trouble trouble = trouble_of({.status = 429, .body = body}, {});

  EXPECT_FALSE(trouble.out_of_credit);
  EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(5));
}

}  // namespace
}  // namespace redcode::models
