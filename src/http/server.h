// A small HTTP/1.1 server for loopback: the scripted model, the pages of `view` and `review`, the
// relay's side of the bridge.
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/task.h"
#include "http/http.h"
#include "http/room.h"

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

// Asked when a request's head has come and nothing of its body was read: the answer for one that is
// turned away, nothing for one that is welcome.
using Gate = std::function<std::optional<Response>(const Request& head)>;

// What clients may send. What a page needs unless told otherwise: a stranger who can connect must
// not be able to fill this process's memory.
struct Terms {
  std::size_t body_bytes = std::size_t{64} << 10U;  // of one request; longer ones are refused
  std::size_t connections = 64;                     // of a Server, at a time; more wait
  Room* room = nullptr;                             // shared with others; must outlive the serving
  Gate gate = {};
  // Whether a client may ask again on its connection once it is answered; empty: it may.
  std::function<bool()> keeps_open = {};
};

// Serves one connection that somebody else accepted, request after request, until its client is
// done. `handler` and `terms` must outlive it. What goes wrong ends the connection and is not
// thrown.
Task<> serve_connection(asio::ip::tcp::socket socket, const Handler& handler, const Terms& terms);

class Server {
 public:
  // Listens on address:port (0: any free one). Throws Failure when it cannot.
  static std::unique_ptr<Server> listen(const asio::any_io_executor& executor,
                                        const std::string& address, std::uint16_t port);
  virtual ~Server() = default;

  virtual std::uint16_t port() const = 0;
  // Serves until cancelled or stop() is called, each connection in a child of its own. An
  // exception of a handler ends its connection only.
  virtual Task<> serve(Handler handler, Terms terms) = 0;
  Task<> serve(Handler handler) { return serve(std::move(handler), Terms{}); }
  virtual void stop() = 0;
};

}  // namespace redcode::http
