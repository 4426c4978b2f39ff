#include "http/local_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace redcode::http {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::Pair;

Request asking(const std::string& target, Headers more = {}) {
  Request request{.target = target, .headers = {{"Host", "127.0.0.1:8080"}}};
  request.headers.insert(request.headers.end(), more.begin(), more.end());
  return request;
}

TEST(LocalPage, LetsInWhoHasTheTokenAndComesByItsOwnName) {
  const AuthGuard door("secret", 8080);

  EXPECT_EQ(door.address(), "http://127.0.0.1:8080/?token=secret");
  EXPECT_TRUE(door.lets_in(asking("/?token=secret")));
  EXPECT_TRUE(door.lets_in(asking("/api/runs", {{"X-Redcode-Token", "secret"}})));
  EXPECT_TRUE(door.lets_in(
      asking("/api/runs", {{"X-Redcode-Token", "secret"}, {"Origin", "http://127.0.0.1:8080"}})));
}

TEST(LocalPage, SendsAwayEverybodyElse) {
  const AuthGuard door("secret", 8080);
  Request elsewhere = asking("/?token=secret");
  elsewhere.headers[0].second = "evil.example:8080";

  EXPECT_FALSE(door.lets_in(elsewhere));
  EXPECT_FALSE(door.knows_origin_of(elsewhere));
  EXPECT_FALSE(door.knows_origin_of(asking("/", {{"Origin", "http://evil.example"}})));
  EXPECT_TRUE(door.knows_origin_of(asking("/")));
  EXPECT_FALSE(door.lets_in(asking("/")));
  EXPECT_FALSE(door.lets_in(asking("/?token=")));
  EXPECT_FALSE(door.lets_in(asking("/api/runs?token=secret")));
  EXPECT_FALSE(door.lets_in(asking("/api/runs", {{"X-Redcode-Token", "guess"}})));
  EXPECT_FALSE(door.lets_in(
      asking("/api/runs", {{"X-Redcode-Token", "secret"}, {"Origin", "http://evil.example"}})));
  EXPECT_FALSE(door.lets_in(asking("nonsense", {{"X-Redcode-Token", "secret"}})));
}

TEST(LocalPage, UnescapesWhatIsAskedForAndKeepsItsOrder) {
  const Target target = parse_target("/api/x%2Fy?q=a%20b&where=form:code&where=z%26&empty").value();

  EXPECT_EQ(target.path, "/api/x/y");
  EXPECT_THAT(target.query, ElementsAre(Pair("q", "a b"), Pair("where", "form:code"),
                                        Pair("where", "z&"), Pair("empty", "")));
  EXPECT_EQ(target.asked("where"), "form:code");
  EXPECT_EQ(target.asked("other"), "");
  EXPECT_FALSE(parse_target("no path"));
}

TEST(LocalPage, GivesEachPageANonceOfItsOwn) {
  const Response one = page_response("<script nonce=\"{{nonce}}\"></script>");
  const Response other = page_response("<script nonce=\"{{nonce}}\"></script>");

  EXPECT_THAT(one.body, Not(HasSubstr("{{")));
  EXPECT_NE(one.body, other.body);
  EXPECT_THAT(std::string(one.header("Content-Security-Policy")),
              HasSubstr("default-src 'none'; script-src 'nonce-"));
}

}  // namespace
}  // namespace redcode::http
