#include "http/transport.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/error.hpp>
#include <boost/asio/ssl/host_name_verification.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/basic_stream.hpp>
#include <boost/beast/core/error.hpp>
#include <boost/beast/core/stream_traits.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <tuple>
#include <utility>

#include "http/authorities.h"
#include "http/lookup.h"
#include "http/proxy.h"

namespace redcode::http {

namespace {

namespace beast = boost::beast;
namespace ssl = asio::ssl;
using asio::local::stream_protocol;
using boost::system::error_code;
using UnixStream = beast::basic_stream<stream_protocol>;
using TcpStream = beast::tcp_stream;
using TlsStream = ssl::stream<beast::tcp_stream>;

constexpr std::size_t read_size = std::size_t{16} << 10U;

// The one place where errors of the network become ours. A cancelled wait stays what it is.
[[noreturn]] void give_up(const error_code& error, const std::string& peer) {
  if (error == asio::error::operation_aborted) throw boost::system::system_error(error);
  if (error == beast::error::timeout)
    throw Failure(Failure::Kind::unavailable, peer + ": no answer in time");
  const bool went_away = error == asio::error::connection_reset ||
                         error == asio::error::broken_pipe || error == asio::error::not_connected ||
                         error == asio::error::connection_aborted;
  const std::string what = fmt::format("{}: {}", peer, error.message());
  if (went_away) throw Disconnected(what);
  throw Failure(Failure::Kind::unavailable, what);
}

void throw_if(const error_code& error, const std::string& peer) {
  if (error) give_up(error, peer);
}

// Many servers end a TLS stream without saying so; the HTTP framing tells a cut from an end.
bool is_end(const error_code& error) {
  return error == asio::error::eof || error == ssl::error::stream_truncated;
}

template <class Stream>
class StreamTransport final : public Transport {
 public:
  StreamTransport(Stream stream, std::string peer, std::chrono::milliseconds idle)
      : Transport(std::move(peer), idle), stream_(std::move(stream)) {}

  Task<std::string_view> read_some() override {
    arm();
    error_code error;
    const std::size_t got = co_await stream_.async_read_some(
        asio::buffer(buffer_), asio::redirect_error(asio::use_awaitable, error));
    if (is_end(error)) co_return std::string_view();
    throw_if(error, peer());
    co_return std::string_view(buffer_.data(), got);
  }

  Task<> write(std::string_view bytes) override {
    while (!bytes.empty()) {
      arm();
      error_code error;
      const std::size_t sent =
          co_await stream_.async_write_some(asio::buffer(bytes.data(), bytes.size()),
                                            asio::redirect_error(asio::use_awaitable, error));
      throw_if(error, peer());
      bytes.remove_prefix(sent);
    }
  }

  void finish_writing() noexcept override {
    error_code ignored;  // a peer that is gone needs no telling
    std::ignore = beast::get_lowest_layer(stream_).socket().shutdown(
        asio::socket_base::shutdown_send, ignored);
  }

  // Ends its life as a Transport.
  Stream release() && { return std::move(stream_); }

  void close() noexcept override { beast::get_lowest_layer(stream_).close(); }

 private:
  void arm() { beast::get_lowest_layer(stream_).expires_at(next_expiry()); }

  Stream stream_;
  std::array<char, read_size> buffer_ = {};
};

// Never with a proxy's credentials.
std::string name_of(const Endpoint& endpoint) {
  if (!endpoint.unix_path.empty()) return endpoint.unix_path;
  const std::string host = fmt::format("{}:{}", endpoint.host, endpoint.port);
  return endpoint.proxy ? fmt::format("{} through {}", host, name_of(*endpoint.proxy)) : host;
}

// Read once per process: parsing the system's list of authorities takes tens of milliseconds.
ssl::context& trusted_authorities() {
  static ssl::context context = [] {
    ssl::context made(ssl::context::tls_client);
    made.set_options(ssl::context::default_workarounds | ssl::context::no_tlsv1 |
                     ssl::context::no_tlsv1_1);
    trust_the_system(made);
    made.set_verify_mode(ssl::verify_peer);
    return made;
  }();
  return context;
}

Task<UnixStream> connect_unix(const std::string& path, Transport::Clock::time_point deadline) {
  // The kernel's bound on the length of a socket's path, with its closing zero.
  if (path.size() >= sizeof(sockaddr_un::sun_path)) {
    throw Failure(Failure::Kind::unavailable, path + ": too long for a socket's path");
  }
  const stream_protocol::endpoint address(path);
  UnixStream stream(co_await asio::this_coro::executor);
  stream.expires_at(deadline);
  error_code error;
  co_await stream.async_connect(address, asio::redirect_error(asio::use_awaitable, error));
  throw_if(error, path);
  co_return stream;
}

Task<TcpStream> connect_directly(const Endpoint& endpoint, Transport::Clock::time_point deadline,
                                 std::string peer) {
  const auto addresses = co_await look_up(endpoint.host, endpoint.port, deadline);
  TcpStream stream(co_await asio::this_coro::executor);
  stream.expires_at(deadline);
  error_code error;
  co_await stream.async_connect(addresses, asio::redirect_error(asio::use_awaitable, error));
  throw_if(error, peer);
  std::ignore = stream.socket().set_option(asio::ip::tcp::no_delay(true),
                                           error);  // a slower connection is one all the same
  co_return stream;
}

// To the endpoint, or as near as one gets before TLS begins.
Task<TcpStream> connect_tcp(const Endpoint& endpoint, Transport::Clock::time_point deadline) {
  if (!endpoint.proxy) co_return co_await connect_directly(endpoint, deadline, name_of(endpoint));
  const std::string peer = name_of(*endpoint.proxy);
  const Endpoint next{.host = endpoint.proxy->host, .port = endpoint.proxy->port};
  constexpr std::chrono::milliseconds until_the_deadline = std::chrono::years(1);
  StreamTransport<TcpStream> proxy(co_await connect_directly(next, deadline, peer), peer,
                                   until_the_deadline);
  proxy.set_deadline(deadline);
  if (endpoint.tls) co_await open_tunnel(proxy, *endpoint.proxy, endpoint);
  co_return std::move(proxy).release();
}

// SNI, for servers with many names. What SSL_set_tlsext_host_name() does, without its C cast.
void announce_name(TlsStream& stream, std::string host) {
  SSL_ctrl(stream.native_handle(), SSL_CTRL_SET_TLSEXT_HOSTNAME, TLSEXT_NAMETYPE_host_name,
           host.data());
}

Task<TlsStream> connect_tls(const Endpoint& endpoint, Transport::Clock::time_point deadline) {
  TlsStream stream(co_await connect_tcp(endpoint, deadline), trusted_authorities());
  stream.set_verify_callback(ssl::host_name_verification(endpoint.host));
  error_code not_an_address;
  std::ignore = asio::ip::make_address(endpoint.host, not_an_address);
  if (not_an_address) announce_name(stream, endpoint.host);
  stream.next_layer().expires_at(deadline);
  error_code error;
  co_await stream.async_handshake(ssl::stream_base::client,
                                  asio::redirect_error(asio::use_awaitable, error));
  throw_if(error, name_of(endpoint));
  co_return stream;
}

template <class Stream>
std::unique_ptr<Transport> wrap(Stream stream, std::string peer, std::chrono::milliseconds idle) {
  return std::make_unique<StreamTransport<Stream>>(std::move(stream), std::move(peer), idle);
}

}  // namespace

Transport::Clock::time_point from_now(std::chrono::milliseconds span) {
  constexpr auto for_ever = std::chrono::years(1);
  return span >= for_ever ? Transport::Clock::time_point::max() : Transport::Clock::now() + span;
}

Transport::Clock::time_point Transport::next_expiry() const {
  return std::min(from_now(idle_), deadline_);
}

Task<std::unique_ptr<Transport>> Transport::connect(Endpoint endpoint, ExchangeLimits limits) {
  const auto deadline = from_now(limits.connect);
  const std::string peer = name_of(endpoint);
  if (!endpoint.unix_path.empty()) {
    co_return wrap(co_await connect_unix(endpoint.unix_path, deadline), peer, limits.idle);
  }
  if (endpoint.tls) co_return wrap(co_await connect_tls(endpoint, deadline), peer, limits.idle);
  co_return wrap(co_await connect_tcp(endpoint, deadline), peer, limits.idle);
}

std::unique_ptr<Transport> Transport::adopt(asio::ip::tcp::socket socket,
                                            std::chrono::milliseconds idle) {
  error_code ignored;
  std::ignore = socket.set_option(asio::ip::tcp::no_delay(true), ignored);
  return wrap(TcpStream(std::move(socket)), "client", idle);
}

}  // namespace redcode::http
