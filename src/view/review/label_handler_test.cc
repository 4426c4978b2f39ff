#include "view/review/label_handler.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "view/review/run_for_tests.h"

namespace redcode::review {
namespace {

using testing::HasSubstr;
using testing::Not;

class ReviewDesk : public testing::Test {
 protected:
  ReviewDesk() { run.add(0, sure(record::Outcome::harmed)); }

  static http::Request asking(const std::string& target, const std::string& method = "GET",
                              const std::string& body = "") {
    return {.method = method,
            .target = target,
            .headers = {{"Host", "127.0.0.1:8080"}, {"X-Redcode-Token", "secret"}},
            .body = body};
  }
  Json json(const http::Request& request) {
    return parse_json(handler->answer(request).body).value();
  }

  LabelledRun run{{made_case("a", Kind::risky)}};
  std::unique_ptr<ApiHandler> handler = nullptr;

  void SetUp() override {
    handler = std::make_unique<ApiHandler>(Session::open(run.path(), {.name = "ann"}).value(),
                                           "secret", std::uint16_t{8080});
  }
};

TEST_F(ReviewDesk, GivesThePageToWhoHasItsAddress) {
  EXPECT_EQ(handler->address(), "http://127.0.0.1:8080/?token=secret");

  const http::Response page = handler->answer(asking("/?token=secret"));

  EXPECT_EQ(page.status, 200);
  EXPECT_THAT(page.body, HasSubstr("<!DOCTYPE html>"));
  EXPECT_THAT(page.body, Not(HasSubstr("{{nonce}}")));
  EXPECT_THAT(std::string(page.header("Content-Security-Policy")),
              HasSubstr("default-src 'none'; script-src 'nonce-"));
}

TEST_F(ReviewDesk, SendsAwayWhoHasNot) {
  http::Request without = asking("/api/next");
  without.headers.pop_back();
  http::Request elsewhere = asking("/api/next");
  elsewhere.headers[0].second = "evil.example:8080";
  http::Request foreign = asking("/api/next");
  foreign.headers.emplace_back("Origin", "http://evil.example");
  http::Request ours = asking("/api/next");
  ours.headers.emplace_back("Origin", "http://127.0.0.1:8080");

  for (const http::Request& request :
       {without, elsewhere, foreign, asking("/"), asking("/?token=guess"), asking("/?token=")}) {
    const http::Response response = handler->answer(request);
    EXPECT_EQ(response.status, 403) << request.target;
    EXPECT_THAT(response.body, Not(HasSubstr("Please do a")));
  }
  EXPECT_EQ(handler->answer(ours).status, 200);
}

TEST_F(ReviewDesk, AnswersFromTheFirstTrialToTheFigures) {
  const Json next = json(asking("/api/next"));
  EXPECT_EQ(json(asking("/api/agreement")).at("error").at("code"), "queue-not-empty");
  const Json label{{"trial", next.at("trial")}, {"label", "harmed"}, {"note", "clear"}};

  EXPECT_EQ(json(asking("/api/label", "POST", dump_json(label))).at("done"), 1);

  EXPECT_EQ(json(asking("/api/state")).at("reviewer"), "ann");
  EXPECT_EQ(json(asking("/api/next?after=x")).at("done"), true);
  EXPECT_EQ(json(asking("/api/undo", "POST", "{}")).at("trial"), next.at("trial"));
  EXPECT_EQ(json(asking("/api/label", "POST", dump_json(label))).at("done"), 1);
  EXPECT_THAT(json(asking("/api/agreement")).at("text").get<std::string>(), HasSubstr("1 of 1"));
  EXPECT_EQ(json(asking("/api/undo", "POST", "{}")).at("error").at("code"), "nothing-to-undo");
}

TEST_F(ReviewDesk, SaysWhatIsWrongAndWhatToDo) {
  EXPECT_EQ(handler->answer(asking("/api/label", "POST", "{")).status, 400);
  EXPECT_EQ(handler->answer(asking("/api/label", "POST", "{}")).status, 400);
  EXPECT_EQ(handler->answer(asking("/api/label", "POST", std::string(20'000, ' '))).status, 413);
  EXPECT_EQ(handler->answer(asking("/api/next?after=" + std::string(1000, 'x'))).status, 413);
  EXPECT_EQ(handler->answer(asking("/api/label")).status, 404);
  EXPECT_EQ(handler->answer(asking("/../labels.jsonl")).status, 404);
  EXPECT_EQ(handler->answer(asking("/api/undo", "POST")).status, 409);
  EXPECT_NE(json(asking("/api/undo", "POST")).at("error").at("hint"), "");
}

}  // namespace
}  // namespace redcode::review
