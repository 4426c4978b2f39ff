// The client against a TLS server with a certificate made here, for the name localhost.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

#include "base/failure.h"
#include "base/run.h"
#include "base/scope.h"
#include "base/temp_dir.h"
#include "http/http.h"

namespace redcode::http {
namespace {

namespace ssl = asio::ssl;
using asio::ip::tcp;

template <class T, void (*release)(T*)>
struct Release {
  void operator()(T* owned) const { release(owned); }
};
using Key = std::unique_ptr<EVP_PKEY, Release<EVP_PKEY, EVP_PKEY_free>>;
using Certificate = std::unique_ptr<X509, Release<X509, X509_free>>;
using Extension = std::unique_ptr<X509_EXTENSION, Release<X509_EXTENSION, X509_EXTENSION_free>>;

struct CloseFile {
  void operator()(std::FILE* file) const { (void)std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

Certificate certify(EVP_PKEY* key, const char* name) {
  Certificate made(X509_new());
  X509_set_version(made.get(), X509_VERSION_3);
  ASN1_INTEGER_set(X509_get_serialNumber(made.get()), 1);
  X509_gmtime_adj(X509_getm_notBefore(made.get()), -3600);
  X509_gmtime_adj(X509_getm_notAfter(made.get()), 3600);
  X509_set_pubkey(made.get(), key);
  const std::string alternative = std::string("DNS:") + name;
  const Extension names(
      X509V3_EXT_conf_nid(nullptr, nullptr, NID_subject_alt_name, alternative.c_str()));
  X509_add_ext(made.get(), names.get(), -1);
  X509_sign(made.get(), key, EVP_sha256());
  return made;
}

// A server's key and certificate on disk, and the client told to trust them.
class Localhost : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    dir_ = std::make_unique<TempDir>("tls");
    const Key key(EVP_EC_gen("P-256"));
    const Certificate certificate = certify(key.get(), "localhost");
    const File key_file(std::fopen(key_path().c_str(), "w"));
    PEM_write_PrivateKey(key_file.get(), key.get(), nullptr, nullptr, 0, nullptr, nullptr);
    const File certificate_file(std::fopen(certificate_path().c_str(), "w"));
    PEM_write_X509(certificate_file.get(), certificate.get());
    // Read once, when the first TLS connection of this process is made.
    ::setenv("SSL_CERT_FILE", certificate_path().c_str(), 1);
  }
  static void TearDownTestSuite() { dir_.reset(); }

  static std::string key_path() { return dir_->path() / "key.pem"; }
  static std::string certificate_path() { return dir_->path() / "certificate.pem"; }

 private:
  static inline std::unique_ptr<TempDir> dir_;
};

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

struct Outcome {
  std::string body;
  std::string failure;
  bool served = false;
};

Task<> ask_as(std::string name, ssl::context& context, Outcome& outcome) {
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

Outcome outcome_as(const std::string& name, const std::string& certificate,
                   const std::string& key) {
  ssl::context context(ssl::context::tls_server);
  context.use_certificate_chain_file(certificate);
  context.use_private_key_file(key, ssl::context::pem);
  Outcome outcome;
  run(ask_as(name, context, outcome));
  return outcome;
}

TEST_F(Localhost, WithTheRightNameIsSpokenTo) {
  const Outcome outcome = outcome_as("localhost", certificate_path(), key_path());

  EXPECT_EQ(outcome.failure, "");
  EXPECT_EQ(outcome.body, "secret");
}

TEST_F(Localhost, UnderAnotherNameIsNotTrustedAndHearsNothing) {
  const Outcome outcome = outcome_as("127.0.0.1", certificate_path(), key_path());

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

  const Outcome outcome = outcome_as("localhost", stranger, stranger);

  EXPECT_THAT(outcome.failure, testing::HasSubstr("certificate verify failed"));
  EXPECT_FALSE(outcome.served);
}

}  // namespace
}  // namespace redcode::http
