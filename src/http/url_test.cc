#include "http/url.h"

#include <gtest/gtest.h>

namespace redcode::http {
namespace {

TEST(Url, SplitsAnAddressIntoEndpointAndPath) {
  const auto url = parse_url("https://models.example/v1/");

  ASSERT_TRUE(url);
  EXPECT_EQ(url->endpoint.host, "models.example");
  EXPECT_EQ(url->endpoint.port, 443);
  EXPECT_TRUE(url->endpoint.tls);
  EXPECT_EQ(url->path, "/v1");
}

TEST(Url, TakesPortsAndIp6Addresses) {
  const auto url = parse_url("http://[::1]:8000");

  ASSERT_TRUE(url);
  EXPECT_EQ(url->endpoint.host, "::1");
  EXPECT_EQ(url->endpoint.port, 8000);
  EXPECT_FALSE(url->endpoint.tls);
  EXPECT_EQ(url->path, "");
}

TEST(Url, TakesASchemeInAnyCase) {
  const auto url = parse_url("HTTPS://models.example");

  ASSERT_TRUE(url);
  EXPECT_TRUE(url->endpoint.tls);
}

TEST(Url, SaysWhatIsWrong) {
  const auto code = [](std::string_view text) {
    const auto url = parse_url(text);
    return url ? "accepted" : url.error().code;
  };

  EXPECT_EQ(code("models.example/v1"), "url-syntax");
  EXPECT_EQ(code(""), "url-syntax");
  EXPECT_EQ(code("http://a b/"), "url-syntax");
  EXPECT_EQ(code("ftp://models.example/"), "url-scheme");
  EXPECT_EQ(code("http:///v1"), "url-host");
  EXPECT_EQ(code("http://models.example%0d%0aX/v1"), "url-host");
  EXPECT_EQ(code("http://models.example/v1#top"), "url-syntax");
  EXPECT_EQ(code("http://models.example:0/"), "url-port");
  EXPECT_EQ(code("http://models.example:99999/"), "url-port");
  EXPECT_EQ(code("http://models.example/v1?key=1"), "url-query");
}

TEST(Url, TakesAQueryWhereOneIsWanted) {
  const auto url = parse_url("https://models.example/v1/?api-version=1&b=%20", QueryPart::allowed);

  ASSERT_TRUE(url);
  EXPECT_EQ(url->path, "/v1");
  EXPECT_EQ(url->query, "api-version=1&b=%20");
}

TEST(Url, NeverRepeatsAPassword) {
  const auto url = parse_url("https://me:hush@models.example/v1");

  ASSERT_FALSE(url);
  EXPECT_EQ(url.error().code, "url-credentials");
  EXPECT_EQ(url.error().text().find("hush"), std::string::npos);
}

}  // namespace
}  // namespace redcode::http
