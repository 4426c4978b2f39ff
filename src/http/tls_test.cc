// The client against a TLS server with a certificate made here, for the name localhost.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <string>

#include "base/failure.h"
#include "base/run.h"
#include "base/scope.h"
#include "base/temp_dir.h"
#include "http/http.h"
#include "http/localhost_for_tests.h"

namespace redcode::http {
namespace {

namespace ssl = asio::ssl;
using asio::ip::tcp;

// One client; a failed handshake is the client's to report.
Task<> serve_one(tcp::acceptor& acceptor, ssl::context& context, bool& served) {
  ssl::stream<tcp::socket> stream(co_await acceptor.async_accept(asio::use_awaitable), context);
  boost::system::error_code error;
  co_await stream.async_handshake(ssl::stream_base::server,
                                  asio::redirect_error(asio::use_awaitable, error));
  if (error) co_return;
  std::string request;
  co_await asio::async_read_until(stream, asio::dynamic_buffer(request), "\r\n\r\n",
                                  asio::redirect_error(asio::use_awaitable, error));
  if (error) co_return;
  served = true;
  const std::string answer = "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nsecret";
  co_await asio::async_write(stream, asio::buffer(answer), asio::use_awaitable);
}

struct TlsOutcome {
  std::string body;
  std::string failure;
  bool served = false;
};

Task<> ask_as(std::string name, ssl::context& context, TlsOutcome& outcome) {
  const auto executor = co_await asio::this_coro::executor;
  const tcp::endpoint any_port(tcp::v4(), 0);
  tcp::acceptor acceptor(executor, any_port);
  Scope scope(executor);
  scope.spawn(serve_one(acceptor, context, outcome.served));
  const Endpoint endpoint{.host = name, .port = acceptor.local_endpoint().port(), .tls = true};
  const Request request;
  try {
    outcome.body = (co_await exchange(endpoint, request)).body;
  } catch (const Failure& failure) {
    outcome.failure = failure.what();
  }
  co_await scope.join();
}

TlsOutcome outcome_as(const std::string& name, const std::string& certificate,
                      const std::string& key) {
  ssl::context context = tls_server(certificate, key);
  TlsOutcome outcome;
  run(ask_as(name, context, outcome));
  return outcome;
}

TEST_F(Localhost, WithTheRightNameIsSpokenTo) {
  const TlsOutcome outcome = outcome_as("localhost", certificate_path(), key_path());

  EXPECT_EQ(outcome.failure, "");
  EXPECT_EQ(outcome.body, "secret");
}

TEST_F(Localhost, UnderAnotherNameIsNotTrustedAndHearsNothing) {
  const TlsOutcome outcome = outcome_as("127.0.0.1", certificate_path(), key_path());

  EXPECT_THAT(outcome.failure, testing::HasSubstr("certificate verify failed"));
  EXPECT_FALSE(outcome.served);
}

TEST_F(Localhost, WithACertificateNobodySignedIsNotTrusted) {
  const TempDir dir("tls");
  const std::string stranger = dir.path() / "stranger.pem";
  const Key key(EVP_EC_gen("P-256"));
  const Certificate certificate = certify(key.get(), "localhost");
  File file(std::fopen(stranger.c_str(), "w"));
  PEM_write_PrivateKey(file.get(), key.get(), nullptr, nullptr, 0, nullptr, nullptr);
  PEM_write_X509(file.get(), certificate.get());
  file.reset();

  const TlsOutcome outcome = outcome_as("localhost", stranger, stranger);

  EXPECT_THAT(outcome.failure, testing::HasSubstr("certificate verify failed"));
  EXPECT_FALSE(outcome.served);
}

}  // namespace
}  // namespace redcode::http
