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
  Visit(std::unique_ptr<Transport> transport, const Handler& handler, std::size_t most_bytes)
      : transport_(std::move(transport)), handler_(handler), most_bytes_(most_bytes) {}

  Task<> serve() {
    while (true) {
      std::optional<RequestReader> reader = co_await receive();
      if (!reader) co_return;
      const Request request{.method = std::move(reader->method),
                            .target = std::move(reader->target),
                            .headers = std::move(reader->headers),
                            .body = std::move(reader->body)};
      OneAnswer answer(*transport_, reader->keeps_alive(), request.method == "HEAD");
      co_await handler_(request, answer);
      if (!answer.leaves_open()) co_return;
    }
  }

 private:
  // The next request; nothing when there is none or it was refused.
  Task<std::optional<RequestReader>> receive() {
    RequestReader reader(most_bytes_);
    bool at_end = false;
    std::string refusal;
    try {
      at_end = !co_await read_into(reader);
    } catch (const Failure& failure) {
      if (failure.kind() != Failure::Kind::corrupt) throw;
      refusal = failure.what();
    }
    if (!refusal.empty()) {
      co_await refuse(reader.too_big() ? 413 : 400, refusal);
      co_return std::nullopt;
    }
    if (at_end) co_return std::nullopt;
    co_return reader;
  }

  // False when the client hung up between two requests.
  Task<bool> read_into(RequestReader& reader) {
    bool greeted = false;
    while (!reader.done()) {
      if (reader.head_read() && !std::exchange(greeted, true)) co_await encourage(reader);
      const std::size_t before = received_.size();
      if (before > 0) reader.take(received_);
      if (received_.size() < before || reader.done()) continue;
      const std::string_view more = co_await transport_->read_some();
      received_ += more;
      if (!more.empty()) continue;
      if (!reader.begun()) co_return false;
      reader.take_end();
    }
    co_return true;
  }

  // A client with a big body may wait to be told that it is welcome.
  Task<> encourage(const RequestReader& reader) {
    if (lower(find_header(reader.headers, "Expect")) != "100-continue") co_return;
    constexpr std::string_view welcome = "HTTP/1.1 100 Continue\r\n\r\n";
    co_await transport_->write(welcome);
  }

  // Says no, then listens a little longer: closing with unread bytes would destroy the answer
  // on its way.
  Task<> refuse(int status, std::string why) {
    transport_->set_deadline(from_now(parting));
    Response response{.status = status, .body = why + "\n"};
    OneAnswer answer(*transport_, false, false);
    co_await answer.send(std::move(response));
    transport_->finish_writing();
    while (!(co_await transport_->read_some()).empty()) {
    }
  }

  std::unique_ptr<Transport> transport_;
  const Handler& handler_;
  std::size_t most_bytes_;
  std::string received_;
};

class LoopbackServer final : public Server {
 public:
  explicit LoopbackServer(tcp::acceptor acceptor)
      : acceptor_(std::move(acceptor)), port_(acceptor_.local_endpoint().port()) {}

  std::uint16_t port() const override { return port_; }

  Task<> serve(Handler handler) override {
    Scope visitors(acceptor_.get_executor());
    visitors_ = &visitors;
    std::exception_ptr failure;
    try {
      co_await welcome(visitors, handler);
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
  Task<> welcome(Scope& visitors, const Handler& handler) {
    while (acceptor_.is_open()) {
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
      visitors.spawn(serve_connection(std::move(socket), handler));
    }
  }

  tcp::acceptor acceptor_;
  std::uint16_t port_;
  Scope* visitors_ = nullptr;  // while serving
};

}  // namespace

Task<> serve_connection(tcp::socket socket, const Handler& handler, std::size_t most_bytes) {
  try {
    Visit visit(Transport::adopt(std::move(socket), patience), handler, most_bytes);
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
