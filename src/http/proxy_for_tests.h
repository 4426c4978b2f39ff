// For tests: a real proxy on loopback. It connects to wherever it is asked to, whatever the name.
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "base/scope.h"
#include "base/task.h"

namespace redcode::http {

// Passes bytes one way until either side ends.
inline Task<> pump(asio::ip::tcp::socket& from, asio::ip::tcp::socket& to) {
  std::string block(16384, '\0');
  boost::system::error_code error;
  while (!error) {
    const std::size_t got = co_await from.async_read_some(
        asio::buffer(block), asio::redirect_error(asio::use_awaitable, error));
    if (error) break;
    co_await asio::async_write(to, asio::buffer(block.data(), got),
                               asio::redirect_error(asio::use_awaitable, error));
  }
  boost::system::error_code ignored;
  std::ignore = to.shutdown(asio::socket_base::shutdown_send, ignored);
}

class TestProxy {
 public:
  using tcp = asio::ip::tcp;

  // Every way leads to `target` on loopback. A `refusal` such as "407 Proxy Authentication
  // Required" is said instead of connecting.
  TestProxy(const asio::any_io_executor& executor, std::uint16_t target, std::string refusal = {})
      : acceptor_(executor, tcp::endpoint(asio::ip::address_v4::loopback(), 0)),
        target_(target),
        refusal_(std::move(refusal)) {}

  std::uint16_t port() const { return acceptor_.local_endpoint().port(); }
  // The heads of what it was asked.
  const std::vector<std::string>& heads() const { return heads_; }

  // One client.
  Task<> serve_one() {
    tcp::socket client = co_await acceptor_.async_accept(asio::use_awaitable);
    std::string head;
    co_await asio::async_read_until(client, asio::dynamic_buffer(head), "\r\n\r\n",
                                    asio::use_awaitable);
    heads_.push_back(head);
    if (!refusal_.empty()) {
      const std::string no = "HTTP/1.1 " + refusal_ + "\r\nContent-Length: 2\r\n\r\nno";
      co_await asio::async_write(client, asio::buffer(no), asio::use_awaitable);
      co_return;
    }
    tcp::socket server(client.get_executor());
    const tcp::endpoint there(asio::ip::address_v4::loopback(), target_);
    co_await server.async_connect(there, asio::use_awaitable);
    static constexpr std::string_view yes = "HTTP/1.1 200 Connection established\r\n\r\n";
    // A CONNECT is answered by us, anything else is passed on as it is.
    if (head.starts_with("CONNECT ")) {
      co_await asio::async_write(client, asio::buffer(yes), asio::use_awaitable);
    } else {
      co_await asio::async_write(server, asio::buffer(head), asio::use_awaitable);
    }
    Scope scope(client.get_executor());
    scope.spawn(pump(client, server));
    scope.spawn(pump(server, client));
    co_await scope.join();
  }

 private:
  tcp::acceptor acceptor_;
  std::uint16_t target_;
  std::string refusal_;
  std::vector<std::string> heads_;
};

}  // namespace redcode::http
