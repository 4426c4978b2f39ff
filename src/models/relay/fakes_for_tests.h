// A model with its answers laid out, a loopback address that leads to a relay, and what is said
// there.
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <chrono>
#include <deque>
#include <exception>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/failure.h"
#include "base/pause.h"
#include "base/scope.h"
#include "http/http.h"
#include "models/relay/relay.h"

namespace redcode::relay {

inline const wire::Tool bash{.name = "bash",
                             .description = "runs a command",
                             .parameters = {{"type", "object"}, {"properties", Json::object()}}};
inline const record::ToolCall list_files{
    .id = "c1", .name = "bash", .arguments = R"({"command":"ls","t":1})"};

inline record::Transcript with(record::Transcript transcript, std::vector<record::Message> more) {
  transcript.insert(transcript.end(), more.begin(), more.end());
  return transcript;
}

// One answer: its bytes with a wait before each (where calls are passed on), then the reply or the
// failure.
struct Laid {
  wire::Reply reply = {};
  std::vector<std::string> pieces = {};
  std::chrono::milliseconds wait{0};
  std::chrono::milliseconds wait_after{0};
  std::optional<Failure> failure = {};
  bool bad_call = false;  // the failure is one of the call itself
};

class LaidOutModel final : public models::Model {
 public:
  explicit LaidOutModel(std::deque<Laid> answers) : answers_(std::move(answers)) {}

  std::string name() const override { return "laid-out"; }
  Task<wire::Reply> reply(const record::Transcript& transcript,
                          const std::vector<wire::Tool>& tools) override {
    asked.push_back(transcript);
    offered.push_back(tools);
    const Laid laid = next();
    co_await pause_for(laid.wait);
    if (laid.failure) throw Failure(*laid.failure);
    co_return laid.reply;
  }
  bool passes(wire::Format) const override { return passes_on; }
  Task<wire::Reply> pass(Call call, Sink sink) override {
    passed.push_back(std::move(call));
    const Laid laid = next();
    for (const std::string& piece : laid.pieces) {
      co_await pause_for(laid.wait);
      on_piece();
      co_await sink(piece);
    }
    co_await pause_for(laid.wait_after);
    if (laid.bad_call) throw models::BadCall("HTTP 400: too long");
    if (laid.failure) throw Failure(*laid.failure);
    co_return laid.reply;
  }

  bool passes_on = false;
  std::function<void()> on_piece = [] {};
  std::vector<record::Transcript> asked;
  std::vector<std::vector<wire::Tool>> offered;
  std::vector<Call> passed;

 private:
  Laid next() {
    if (answers_.empty()) throw Failure(Failure::Kind::unavailable, "no more answers");
    Laid laid = std::move(answers_.front());
    answers_.pop_front();
    return laid;
  }
  std::deque<Laid> answers_;
};

// Serves a relay on loopback until closed.
class Doorway {
 public:
  using tcp = asio::ip::tcp;
  Doorway(const asio::any_io_executor& executor, Relay& relay)
      : acceptor_(executor, tcp::endpoint(asio::ip::address_v4::loopback(), 0)), scope_(executor) {
    scope_.spawn(accept_all(relay));
  }

  http::Endpoint endpoint() const {
    return {.host = "127.0.0.1", .port = acceptor_.local_endpoint().port()};
  }
  Task<> close() {
    acceptor_.close();
    scope_.cancel();
    try {
      co_await scope_.join();
    } catch (const std::exception&) {
      // The accepting task was cancelled.
    }
  }

 private:
  Task<> accept_all(Relay& relay) {
    while (true) {
      tcp::socket socket = co_await acceptor_.async_accept(asio::use_awaitable);
      scope_.spawn(relay.serve(std::move(socket)));
    }
  }

  tcp::acceptor acceptor_;
  Scope scope_;
};

// The answer to `request`; status 0 if the connection broke instead.
inline Task<http::Response> exchanged(http::Endpoint endpoint, http::Request request) {
  http::Response response;
  try {
    response = co_await http::exchange(std::move(endpoint), std::move(request));
  } catch (const Failure& failure) {
    response.body = failure.what();
  }
  co_return response;
}

// Adds the status of the answer, 0 as above.
inline Task<> keep_status(http::Endpoint endpoint, http::Request request,
                          std::vector<int>& statuses) {
  const http::Response response = co_await exchanged(std::move(endpoint), std::move(request));
  statuses.push_back(response.status);
}

// The answers to `requests`, one after the other.
inline Task<std::vector<http::Response>> exchange_all(Relay& relay,
                                                      std::vector<http::Request> requests) {
  Doorway doorway(co_await asio::this_coro::executor, relay);
  std::vector<http::Response> responses;
  for (http::Request& request : requests) {
    responses.push_back(co_await exchanged(doorway.endpoint(), std::move(request)));
  }
  co_await doorway.close();
  co_return responses;
}

}  // namespace redcode::relay
