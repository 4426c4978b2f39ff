#include "http/server.h"

#include <fmt/format.h>

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <exception>
#include <optional>
#include <tuple>
#include <utility>

#include "base/failure.h"
#include "base/scope.h"
#include "base/semaphore.h"
#include "base/text.h"
#include "http/message.h"
#include "http/transport.h"

namespace redcode::http {

namespace {

using asio::ip::tcp;
using boost::system::error_code;

constexpr std::chrono::milliseconds patience{120'000};  // with a silent client
constexpr std::chrono::milliseconds parting{2'000};     // with one that was refused
constexpr std::chrono::milliseconds breather{50};       // when the system has no descriptor left

class OneAnswer final : public Responder {
 public:
  OneAnswer(Transport& transport, bool keep_alive, bool head_only)
      : transport_(transport), keep_alive_(keep_alive), head_only_(head_only) {}

  Task<> send(Response response) override {
    Headers more = framing();
    more.emplace_back("Content-Length", fmt::format("{}", response.body.size()));
    std::string bytes = response_head(response, more);
    if (!head_only_) bytes += response.body;
    co_await transport_.write(bytes);
    complete_ = true;
  }

  Task<> begin(Response head) override {
    Headers more = framing();
    more.emplace_back("Transfer-Encoding", "chunked");
    const std::string bytes = response_head(head, more);
    co_await transport_.write(bytes);
  }

  Task<> write(std::string_view piece) override {
    if (piece.empty() || head_only_) co_return;
    const std::string bytes = chunk(piece);
    co_await transport_.write(bytes);
  }

  Task<> end() override {
    if (!head_only_) co_await transport_.write(last_chunk);
    complete_ = true;
  }

  void abort() override {
    aborted_ = true;
    transport_.close();
  }

  // The client has its whole answer and may ask again.
  bool leaves_open() const { return complete_ && keep_alive_ && !aborted_; }

 private:
  Headers framing() const {
    Headers more;
    if (!keep_alive_) more.emplace_back("Connection", "close");
    return more;
  }

  Transport& transport_;
  bool keep_alive_;
  bool head_only_;
  bool complete_ = false;
  bool aborted_ = false;
};

// One client's connection, from its first request to its last.
class Visit {
 public:
  Visit(std::unique_ptr<Transport> transport, const Handler& handler, const Terms& terms)
      : transport_(std::move(transport)), handler_(handler), terms_(terms), share_(terms.room) {}

  Task<> serve() {
    while (true) {
      std::optional<RequestReader> reader = co_await receive();
      if (!reader) co_return;
      const Request request{.method = std::move(reader->method),
                            .target = std::move(reader->target),
                            .headers = std::move(reader->headers),
                            .body = std::move(reader->body)};
      const bool stays = reader->keeps_alive() && (!terms_.keeps_open || terms_.keeps_open());
      OneAnswer answer(*transport_, stays, request.method == "HEAD");
      co_await handler_(request, answer);
      share_.clear();
      if (!answer.leaves_open()) co_return;
    }
  }

 private:
  // The next request; nothing when there is none or it was refused.
  Task<std::optional<RequestReader>> receive() {
    RequestReader reader(terms_.body_bytes);
    bool at_end = false;
    std::optional<Response> refusal;
    try {
      at_end = !co_await read_to(reader, &RequestReader::head_read);
      if (!at_end) refusal = turned_away(reader);
      if (!at_end && !refusal) {
        co_await encourage(reader);
        co_await read_to(reader, &RequestReader::done);
      }
    } catch (const Failure& failure) {
      if (failure.kind() != Failure::Kind::corrupt) throw;
      const bool too_big = reader.too_big() || crowded_;
      refusal = Response{.status = too_big ? 413 : 400, .body = failure.what() + std::string("\n")};
    }
    if (refusal) {
      share_.clear();
      co_await refuse(*std::move(refusal));
      co_return std::nullopt;
    }
    if (at_end) co_return std::nullopt;
    co_return reader;
  }

  // False when the client hung up between two requests.
  Task<bool> read_to(RequestReader& reader, bool (RequestReader::*there)() const) {
    while (!(reader.*there)()) {
      const std::size_t before = received_.size();
      if (before > 0) reader.take(received_);
      make_room(reader.body.size());
      if (received_.size() < before || (reader.*there)()) continue;
      const std::string_view more = co_await transport_->read_some();
      received_ += more;
      if (!more.empty()) continue;
      if (!reader.begun()) co_return false;
      reader.take_end();
    }
    co_return true;
  }

  // Who has used up all there is gets no answer any more.
  void make_room(std::size_t bytes) {
    if (share_.grow_to(bytes)) return;
    crowded_ = true;
    throw Failure(terms_.room->used_up() ? Failure::Kind::too_large : Failure::Kind::corrupt,
                  "HTTP: too much is being sent at a time");
  }

  std::optional<Response> turned_away(const RequestReader& reader) const {
    if (!terms_.gate) return std::nullopt;
    const Request head{.method = reader.method, .target = reader.target, .headers = reader.headers};
    return terms_.gate(head);
  }

  // A client with a big body may wait to be told that it is welcome.
  Task<> encourage(const RequestReader& reader) {
    if (lower(find_header(reader.headers, "Expect")) != "100-continue") co_return;
    constexpr std::string_view welcome = "HTTP/1.1 100 Continue\r\n\r\n";
    co_await transport_->write(welcome);
  }

  // Says no, then listens a little longer: closing with unread bytes would destroy the answer
  // on its way.
  Task<> refuse(Response response) {
    transport_->set_deadline(from_now(parting));
    OneAnswer answer(*transport_, false, false);
    co_await answer.send(std::move(response));
    transport_->finish_writing();
    while (!(co_await transport_->read_some()).empty()) {
    }
  }

  std::unique_ptr<Transport> transport_;
  const Handler& handler_;
  const Terms& terms_;
  Room::Share share_;
  std::string received_;
  bool crowded_ = false;
};

// Keeps its place among the connections until it is over.
Task<> serve_in_place([[maybe_unused]] Semaphore::Permit place, tcp::socket socket,
                      const Handler& handler, const Terms& terms) {
  co_await serve_connection(std::move(socket), handler, terms);
}

class LoopbackServer final : public Server {
 public:
  explicit LoopbackServer(tcp::acceptor acceptor)
      : acceptor_(std::move(acceptor)), port_(acceptor_.local_endpoint().port()) {}

  std::uint16_t port() const override { return port_; }

  using Server::serve;
  Task<> serve(Handler handler, Terms terms) override {
    Semaphore places(acceptor_.get_executor(), terms.connections);
    Scope visitors(acceptor_.get_executor());
    visitors_ = &visitors;
    std::exception_ptr failure;
    try {
      co_await welcome(visitors, places, handler, terms);
    } catch (...) {
      failure = std::current_exception();
    }
    // Cancelled or not, the visitors must be gone before this frame is.
    co_await asio::this_coro::throw_if_cancelled(false);
    stop();
    co_await visitors.join();
    visitors_ = nullptr;
    co_await asio::this_coro::throw_if_cancelled(true);
    if (failure) std::rethrow_exception(failure);
  }

  void stop() override {
    error_code ignored;
    std::ignore = acceptor_.close(ignored);
    if (visitors_ != nullptr) visitors_->cancel();
  }

 private:
  Task<> welcome(Scope& visitors, Semaphore& places, const Handler& handler, const Terms& terms) {
    while (acceptor_.is_open()) {
      Semaphore::Permit place = co_await places.acquire();
      if (!acceptor_.is_open()) co_return;
      error_code error;
      tcp::socket socket =
          co_await acceptor_.async_accept(asio::redirect_error(asio::use_awaitable, error));
      if (!acceptor_.is_open()) co_return;
      if (error == asio::error::operation_aborted) throw boost::system::system_error(error);
      if (error) {
        asio::steady_timer pause(acceptor_.get_executor(), breather);
        co_await pause.async_wait(asio::use_awaitable);
        continue;
      }
      visitors.spawn(serve_in_place(std::move(place), std::move(socket), handler, terms));
    }
  }

  tcp::acceptor acceptor_;
  std::uint16_t port_;
  Scope* visitors_ = nullptr;  // while serving
};

}  // namespace

Task<> serve_connection(tcp::socket socket, const Handler& handler, const Terms& terms) {
  try {
    Visit visit(Transport::adopt(std::move(socket), patience), handler, terms);
    co_await visit.serve();
  } catch (const std::exception&) {
    co_return;
  }
}

std::unique_ptr<Server> Server::listen(const asio::any_io_executor& executor,
                                       const std::string& address, std::uint16_t port) {
  try {
    const tcp::endpoint endpoint(asio::ip::make_address(address), port);
    return std::make_unique<LoopbackServer>(tcp::acceptor(executor, endpoint, true));
  } catch (const boost::system::system_error& error) {
    throw Failure(Failure::Kind::unavailable,
                  fmt::format("cannot listen on {}:{}: {}", address, port, error.code().message()));
  }
}

}  // namespace redcode::http
