// A small HTTP/1.1 server for loopback: the scripted model today, the viewer later.
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "base/task.h"
#include "http/http.h"

namespace redcode::http {

// How a handler answers: whole, or in pieces as they come.
class Responder {
 public:
  virtual ~Responder() = default;
  virtual Task<> send(Response response) = 0;
  // Chunked: begin once, write any number of times, end once.
  virtual Task<> begin(Response head) = 0;
  virtual Task<> write(std::string_view piece) = 0;
  virtual Task<> end() = 0;
  // Closes the connection without an answer, in the middle of one if begun.
  virtual void abort() = 0;
};

using Handler = std::function<Task<>(const Request&, Responder&)>;

inline constexpr std::size_t request_limit = std::size_t{64} << 20U;  // bytes of a body

// Serves one connection that somebody else accepted, request after request, until its client is
// done. `handler` must outlive it. What goes wrong ends the connection and is not thrown. Longer
// requests than `most_bytes` are refused.
Task<> serve_connection(asio::ip::tcp::socket socket, const Handler& handler,
                        std::size_t most_bytes = request_limit);

class Server {
 public:
  // Listens on address:port (0: any free one). Throws Failure when it cannot.
  static std::unique_ptr<Server> listen(const asio::any_io_executor& executor,
                                        const std::string& address, std::uint16_t port);
  virtual ~Server() = default;

  virtual std::uint16_t port() const = 0;
  // Serves until cancelled or stop() is called, each connection in a child of its own. An
  // exception of a handler ends its connection only. Requests over request_limit are refused.
  virtual Task<> serve(Handler handler) = 0;
  virtual void stop() = 0;
};

}  // namespace redcode::http
