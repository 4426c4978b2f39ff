#include "http/proxy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/this_coro.hpp>
#include <map>

#include "base/run.h"
#include "http/localhost_for_tests.h"
#include "http/proxy_for_tests.h"

namespace redcode::http {
namespace {

using asio::ip::tcp;
using testing::HasSubstr;
using testing::Not;

constexpr std::string_view password = "hush-hush";

// "host:port", "direct", or the error's code.
std::string way(const std::string& host, bool tls, const std::map<std::string, std::string>& set) {
  const Endpoint endpoint{
      .host = host, .port = static_cast<std::uint16_t>(tls ? 443 : 80), .tls = tls};
  const auto proxy = proxy_for(endpoint, [&set](const std::string& name) {
    const auto found = set.find(name);
    return found == set.end() ? std::string() : found->second;
  });
  if (!proxy) return proxy.error().code;
  return *proxy ? fmt::format("{}:{}", (*proxy)->host, (*proxy)->port) : "direct";
}

TEST(Proxy, IsTheOneTheEnvironmentNamesForTheScheme) {
  EXPECT_EQ(way("a.example", true, {}), "direct");
  EXPECT_EQ(way("a.example", true, {{"https_proxy", "http://p:1"}}), "p:1");
  EXPECT_EQ(way("a.example", true, {{"HTTPS_PROXY", "http://p:1"}}), "p:1");
  EXPECT_EQ(way("a.example", true, {{"https_proxy", "p:1"}, {"HTTPS_PROXY", "q:2"}}), "p:1");
  EXPECT_EQ(way("a.example", true, {{"http_proxy", "http://p:1"}}), "direct");
  EXPECT_EQ(way("a.example", false, {{"http_proxy", "http://p:1"}}), "p:1");
  EXPECT_EQ(way("a.example", false, {{"HTTP_PROXY", "http://p:1"}}), "direct");
  EXPECT_EQ(way("a.example", false, {{"ALL_PROXY", "http://p:1"}}), "p:1");
  EXPECT_EQ(way("a.example", true, {{"all_proxy", "p:1"}, {"https_proxy", "q:2"}}), "q:2");
}

TEST(Proxy, IsNotUsedForLoopbackNorForWhatIsExcepted) {
  const auto excepted = [](const std::string& host, const std::string& list) {
    return way(host, true, {{"https_proxy", "p:1"}, {"NO_PROXY", list}});
  };

  EXPECT_EQ(excepted("localhost", ""), "direct");
  EXPECT_EQ(excepted("127.0.0.9", ""), "direct");
  EXPECT_EQ(excepted("::1", ""), "direct");
  EXPECT_EQ(excepted("a.example", "*"), "direct");
  EXPECT_EQ(excepted("A.Example", "b.test, a.example"), "direct");
  EXPECT_EQ(excepted("deep.a.example", "a.example"), "direct");
  EXPECT_EQ(excepted("deep.a.example", ".a.example"), "direct");
  EXPECT_EQ(excepted("deep.a.example", "*.a.example"), "direct");
  EXPECT_EQ(excepted("a.example", "a.example:443"), "direct");
  EXPECT_EQ(excepted("fd00::7", "[fd00::7]:443"), "direct");
  EXPECT_EQ(excepted("a.example", "a.example:8443"), "p:1");
  EXPECT_EQ(excepted("not-a.example", "a.example"), "p:1");
  EXPECT_EQ(excepted("a.example", "deep.a.example,,"), "p:1");
  EXPECT_EQ(excepted("127.example", ""), "p:1");
}

TEST(Proxy, OfAnotherKindOrShapeIsRefusedWithoutRepeatingIt) {
  const auto code = [](std::string_view text) {
    const auto proxy = parse_proxy(text);
    if (proxy) return std::string("accepted");
    EXPECT_THAT(proxy.error().text(), Not(HasSubstr(password)));
    return proxy.error().code;
  };

  EXPECT_EQ(code("http://me:hush-hush@p.example:3128/"), "accepted");
  EXPECT_EQ(code("https://me:hush-hush@p.example:3128"), "proxy-scheme");
  EXPECT_EQ(code("socks5://me:hush-hush@p.example:3128"), "proxy-scheme");
  EXPECT_EQ(code("http://me:hush-hush@:3128"), "proxy-syntax");
  EXPECT_EQ(code("http://me:hush-hush@p.example:99999"), "proxy-syntax");
  EXPECT_EQ(code("http://me:hush-hush@p e"), "proxy-syntax");
}

TEST(Proxy, CredentialsMayBePercentEncoded) {
  const auto proxy = parse_proxy("http://me:a%40b@p.example:3128");

  ASSERT_TRUE(proxy);
  EXPECT_EQ(proxy->credentials, "me:a@b");
  EXPECT_EQ(basic_authorization(*proxy), "Basic bWU6YUBi");
}

// A server that answers every request with the whole of its head.
Task<> echo_head(auto stream) {
  std::string head;
  co_await asio::async_read_until(stream, asio::dynamic_buffer(head), "\r\n\r\n",
                                  asio::use_awaitable);
  const std::string answer =
      fmt::format("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n{}", head.size(), head);
  co_await asio::async_write(stream, asio::buffer(answer), asio::use_awaitable);
}

Task<> serve_plain(tcp::acceptor& acceptor) {
  co_await echo_head(co_await acceptor.async_accept(asio::use_awaitable));
}

Task<> serve_tls(tcp::acceptor& acceptor, asio::ssl::context& context) {
  asio::ssl::stream<tcp::socket> stream(co_await acceptor.async_accept(asio::use_awaitable),
                                        context);
  co_await stream.async_handshake(asio::ssl::stream_base::server, asio::use_awaitable);
  co_await echo_head(std::move(stream));
}

struct Outcome {
  Response response = {};
  std::vector<std::string> asked_of_proxy = {};
  std::string failure = {};
  int refused_with = 0;
};

Task<> ask(Endpoint endpoint, Outcome& outcome) {
  const Request request{.method = "POST", .target = "/v1/x?y=z", .body = "hello"};
  try {
    outcome.response = co_await exchange(std::move(endpoint), request);
  } catch (const ProxyRefused& refused) {
    outcome.failure = refused.what();
    outcome.refused_with = refused.status();
  } catch (const Failure& failure) {
    outcome.failure = failure.what();
  }
}

// Asks `host` through a proxy of ours. With a refusal nobody serves behind it.
Task<> ask_through(std::string host, asio::ssl::context* tls, std::string refusal,
                   Outcome& outcome) {
  const auto executor = co_await asio::this_coro::executor;
  const tcp::endpoint any_port(asio::ip::address_v4::loopback(), 0);
  tcp::acceptor acceptor(executor, any_port);
  TestProxy proxy(executor, acceptor.local_endpoint().port(), refusal);
  Scope scope(executor);
  scope.spawn(proxy.serve_one());
  if (refusal.empty())
    scope.spawn(tls == nullptr ? serve_plain(acceptor) : serve_tls(acceptor, *tls));
  const Proxy through{
      .host = "127.0.0.1", .port = proxy.port(), .credentials = "me:" + std::string(password)};
  const Endpoint endpoint{.host = host, .port = 8443, .tls = tls != nullptr, .proxy = through};
  co_await ask(endpoint, outcome);
  co_await scope.join();
  outcome.asked_of_proxy = proxy.heads();
  EXPECT_THAT(outcome.failure, Not(HasSubstr(password)));
}

Outcome outcome_of(const std::string& host, asio::ssl::context* tls,
                   const std::string& refusal = {}) {
  Outcome outcome;
  run(ask_through(host, tls, refusal, outcome));
  return outcome;
}

TEST(Proxy, PlainRequestsTellItTheWholeAddress) {
  const Outcome outcome = outcome_of("models.example", nullptr);

  EXPECT_EQ(outcome.failure, "");
  ASSERT_EQ(outcome.asked_of_proxy.size(), 1U);
  EXPECT_THAT(outcome.asked_of_proxy[0],
              testing::StartsWith("POST http://models.example:8443/v1/x?y=z HTTP/1.1\r\n"));
  EXPECT_THAT(outcome.asked_of_proxy[0], HasSubstr("Host: models.example:8443\r\n"));
  EXPECT_THAT(outcome.asked_of_proxy[0],
              HasSubstr("Proxy-Authorization: Basic bWU6aHVzaC1odXNo\r\n"));
}

TEST_F(Localhost, IsReachedThroughAProxyThatSeesNothingOfIt) {
  asio::ssl::context tls = tls_server(certificate_path(), key_path());

  const Outcome outcome = outcome_of("localhost", &tls);

  EXPECT_EQ(outcome.failure, "");
  EXPECT_THAT(outcome.response.body, testing::StartsWith("POST /v1/x?y=z HTTP/1.1\r\n"));
  EXPECT_THAT(outcome.response.body, Not(HasSubstr("Proxy-Authorization")));
  ASSERT_EQ(outcome.asked_of_proxy.size(), 1U);
  EXPECT_THAT(outcome.asked_of_proxy[0],
              testing::StartsWith("CONNECT localhost:8443 HTTP/1.1\r\nHost: localhost:8443\r\n"
                                  "Proxy-Authorization: Basic bWU6aHVzaC1odXNo\r\n"));
}

TEST_F(Localhost, CannotBePlayedByAProxy) {
  asio::ssl::context tls = tls_server(certificate_path(), key_path());
  Outcome outcome;

  // The certificate is for localhost, and the proxy leads there whatever it was asked for.
  try {
    run(ask_through("models.example", &tls, "", outcome));
  } catch (const boost::system::system_error&) {
    // the server's handshake fails as well
  }

  EXPECT_THAT(outcome.failure, HasSubstr("certificate verify failed"));
}

TEST_F(Localhost, AProxysRefusalSaysWhatIsWrong) {
  asio::ssl::context tls = tls_server(certificate_path(), key_path());

  const Outcome nameless = outcome_of("models.example", &tls, "407 Proxy Authentication Required");
  const Outcome lost = outcome_of("models.example", &tls, "502 Bad Gateway");

  EXPECT_EQ(nameless.refused_with, 407);
  EXPECT_THAT(nameless.failure, HasSubstr("it wants a user name and a password it knows"));
  EXPECT_EQ(lost.refused_with, 502);
  EXPECT_THAT(lost.failure, HasSubstr("it does not connect to models.example:8443 (HTTP 502)"));
}

TEST(Proxy, ThatIsDeadIsNamed) {
  const Proxy dead{.host = "127.0.0.1", .port = 1, .credentials = "me:hush-hush"};
  Outcome outcome;

  run(ask(Endpoint{.host = "models.example", .port = 80, .proxy = dead}, outcome));

  EXPECT_THAT(outcome.failure, HasSubstr("proxy 127.0.0.1:1: Connection refused"));
  EXPECT_THAT(outcome.failure, Not(HasSubstr(password)));
}

}  // namespace
}  // namespace redcode::http
