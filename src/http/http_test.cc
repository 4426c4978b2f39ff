#include "http/http.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "base/failure.h"
#include "base/run.h"
#include "http/against_server.h"

namespace redcode::http {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

// Answers with what was asked.
Task<> echo(const Request& request, Responder& responder) {
  Response response{.status = 200,
                    .headers = {{"X-Target", request.target}},
                    .body = request.method + " " + request.body};
  co_await responder.send(std::move(response));
}

Task<> three_pieces(const Request& /*request*/, Responder& responder) {
  const Response head{.status = 200, .headers = {{"Content-Type", "text/plain"}}};
  co_await responder.begin(head);
  co_await responder.write("one ");
  co_await responder.write("");
  co_await responder.write("two ");
  co_await responder.write("three");
  co_await responder.end();
}

Task<> cut_in_the_middle(const Request& /*request*/, Responder& responder) {
  const Response head{.status = 200};
  co_await responder.begin(head);
  co_await responder.write("half an ans");
  responder.abort();
}

Task<> say_nothing(const Request& /*request*/, Responder& /*responder*/) {
  asio::steady_timer never(co_await asio::this_coro::executor, 1h);
  co_await never.async_wait(asio::use_awaitable);
}

// One byte of body every 10 ms, for ever.
Task<> drip(const Request& /*request*/, Responder& responder) {
  const Response head{.status = 200};
  co_await responder.begin(head);
  asio::steady_timer timer(co_await asio::this_coro::executor);
  while (true) {
    co_await responder.write(".");
    timer.expires_after(10ms);
    co_await timer.async_wait(asio::use_awaitable);
  }
}

Task<> throw_on_bad(const Request& request, Responder& responder) {
  if (request.target == "/bad") throw std::runtime_error("handler bug");
  co_await echo(request, responder);
}

Task<> keep_response(Endpoint endpoint, Request request, ExchangeLimits limits, Response& kept) {
  kept = co_await exchange(std::move(endpoint), std::move(request), limits);
}

Response ask(Handler handler, Request request, ExchangeLimits limits = {}) {
  Response response;
  run(run_against_server(std::move(handler), [&](Endpoint endpoint) {
    return keep_response(std::move(endpoint), request, limits, response);
  }));
  return response;
}

// The kind of the Failure that asking ends with; a missing Failure fails the test.
Failure::Kind failure_of(Handler handler, ExchangeLimits limits = {}) {
  try {
    ask(std::move(handler), Request{}, limits);
  } catch (const Failure& failure) {
    return failure.kind();
  }
  ADD_FAILURE() << "no Failure";
  return Failure::Kind::interrupted;
}

TEST(Http, SendsMethodTargetAndBodyAndGetsTheAnswer) {
  const Response response =
      ask(echo, Request{.method = "POST", .target = "/a?b=c", .body = std::string(300'000, 'x')});

  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(response.header("x-target"), "/a?b=c");
  EXPECT_EQ(response.header("absent"), "");
  EXPECT_EQ(response.body, "POST " + std::string(300'000, 'x'));
}

TEST(Http, AHeadRequestHasAnAnswerWithoutABody) {
  const Response response = ask(echo, Request{.method = "HEAD"});

  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(response.header("Content-Length"), "5");
  EXPECT_EQ(response.body, "");
}

TEST(Http, JoinsChunksIntoOneBody) {
  EXPECT_EQ(ask(three_pieces, Request{}).body, "one two three");
}

TEST(Http, AHeaderCannotSmuggleInAnother) {
  const Request request{.headers = {{"X-Name", "a\r\nX-Other: b"}}};

  EXPECT_THROW(ask(echo, request), Failure);
}

TEST(Http, ASilentPeerIsUnavailable) {
  EXPECT_EQ(failure_of(say_nothing, ExchangeLimits{.idle = 50ms}), Failure::Kind::unavailable);
}

TEST(Http, ADrippingPeerIsUnavailableWhenTheTotalIsUsedUp) {
  EXPECT_EQ(failure_of(drip, ExchangeLimits{.idle = 10s, .total = 100ms}),
            Failure::Kind::unavailable);
}

TEST(Http, AnAnswerCutOffIsCorrupt) {
  EXPECT_EQ(failure_of(cut_in_the_middle), Failure::Kind::corrupt);
}

TEST(Http, ABodyOverTheLimitIsCorruptWhetherAnnouncedOrChunked) {
  EXPECT_EQ(failure_of(echo, ExchangeLimits{.body_bytes = 2}), Failure::Kind::corrupt);
  EXPECT_EQ(failure_of(three_pieces, ExchangeLimits{.body_bytes = 8}), Failure::Kind::corrupt);
}

Task<> stream_into(Endpoint endpoint, BodySink sink, Response& kept) {
  const Request request;
  kept = co_await exchange_streaming(std::move(endpoint), request, std::move(sink));
}

TEST(Http, StreamingHandsTheBodyOverAsItComes) {
  Response response;
  std::string seen;
  const BodySink sink = [&](std::string_view piece) {
    seen += piece;
    return true;
  };

  run(run_against_server(three_pieces,
                         [&](Endpoint at) { return stream_into(std::move(at), sink, response); }));

  EXPECT_EQ(seen, "one two three");
  EXPECT_EQ(response.body, "");
}

TEST(Http, StreamingStopsWhenItsReaderHasEnough) {
  Response response;
  std::size_t seen = 0;
  const BodySink sink = [&](std::string_view piece) { return (seen += piece.size()) < 3; };

  run(run_against_server(drip,
                         [&](Endpoint at) { return stream_into(std::move(at), sink, response); }));

  EXPECT_EQ(response.status, 200);
  EXPECT_GE(seen, 3U);
}

// Takes its time over every piece.
Task<> take_slowly(std::string& seen, std::string_view piece) {
  asio::steady_timer moment(co_await asio::this_coro::executor, 5ms);
  co_await moment.async_wait(asio::use_awaitable);
  seen += piece;
}

Task<> pass_into(Endpoint endpoint, BodyTaker taker, Response& kept) {
  const Request request;
  kept = co_await exchange_passing(std::move(endpoint), request, std::move(taker));
}

TEST(Http, PassingWaitsForItsTaker) {
  Response response;
  std::string seen;
  const BodyTaker taker = [&](std::string_view piece) { return take_slowly(seen, piece); };

  run(run_against_server(three_pieces,
                         [&](Endpoint at) { return pass_into(std::move(at), taker, response); }));

  EXPECT_EQ(seen, "one two three");
  EXPECT_EQ(response.status, 200);
}

Task<> ask_twice_on_one_connection(Endpoint endpoint, std::vector<std::string>& bodies) {
  const auto connection = co_await Connection::open(std::move(endpoint));
  for (const std::string& body : {std::string("first"), std::string("second")}) {
    Request request{.method = "PUT", .body = body};
    bodies.push_back((co_await connection->exchange(std::move(request))).body);
  }
}

TEST(Connection, StaysOpenBetweenExchanges) {
  std::vector<std::string> bodies;

  run(run_against_server(
      echo, [&](Endpoint at) { return ask_twice_on_one_connection(std::move(at), bodies); }));

  EXPECT_EQ(bodies, (std::vector<std::string>{"PUT first", "PUT second"}));
}

class Pieces {
 public:
  Task<std::string> next() {
    if (left_ == 0) co_return std::string();
    --left_;
    co_return std::string(70'000, 'p');
  }

 private:
  int left_ = 3;
};

Task<> upload_pieces(Endpoint endpoint, Response& kept) {
  const auto connection = co_await Connection::open(std::move(endpoint));
  Pieces pieces;
  const std::function<Task<std::string>()> next = [&pieces] { return pieces.next(); };
  Request request{.method = "PUT"};
  kept = co_await connection->upload(std::move(request), next);
}

TEST(Connection, UploadsABodyPieceByPiece) {
  Response response;

  run(run_against_server(echo,
                         [&](Endpoint at) { return upload_pieces(std::move(at), response); }));

  EXPECT_EQ(response.body, "PUT " + std::string(210'000, 'p'));
}

Task<> cancel_a_waiting_client(Endpoint endpoint, Response& kept) {
  const auto executor = co_await asio::this_coro::executor;
  Scope scope(executor);
  const Request request;
  const ExchangeLimits limits;
  scope.spawn(keep_response(std::move(endpoint), request, limits, kept));
  asio::steady_timer soon(executor, 50ms);
  co_await soon.async_wait(asio::use_awaitable);
  scope.cancel();
  co_await scope.join();
}

TEST(Http, ACancelledExchangeEndsAtOnceAndIsNoFailure) {
  Response response;
  const auto client = [&](Endpoint at) { return cancel_a_waiting_client(std::move(at), response); };

  try {
    run(run_against_server(say_nothing, client));
    FAIL() << "the cancellation was lost";
  } catch (const boost::system::system_error& error) {
    EXPECT_EQ(error.code(), asio::error::operation_aborted);
  }
}

Task<> ask_bad_then_good(Endpoint endpoint, Response& kept) {
  const Request bad{.target = "/bad"};
  bool failed = false;
  try {
    co_await exchange(endpoint, bad);
  } catch (const Failure&) {
    failed = true;
  }
  EXPECT_TRUE(failed);
  const Request good{.target = "/good"};
  kept = co_await exchange(endpoint, good);
}

TEST(Server, AHandlersExceptionEndsItsConnectionOnly) {
  Response response;

  run(run_against_server(throw_on_bad,
                         [&](Endpoint at) { return ask_bad_then_good(std::move(at), response); }));

  EXPECT_EQ(response.status, 200);
}

TEST(Server, RefusesARequestOverItsLimit) {
  const Response response =
      ask(echo, Request{.method = "POST", .body = std::string((std::size_t{64} << 20U) + 1, 'x')});

  EXPECT_EQ(response.status, 413);
}

TEST(Server, CannotListenTwiceOnOnePort) {
  asio::io_context context(1);
  const auto first = Server::listen(context.get_executor(), "127.0.0.1", 0);

  EXPECT_THROW(Server::listen(context.get_executor(), "127.0.0.1", first->port()), Failure);
  EXPECT_THROW(Server::listen(context.get_executor(), "no address", 0), Failure);
}

Task<> cancel_a_server() {
  const auto executor = co_await asio::this_coro::executor;
  const auto server = Server::listen(executor, "127.0.0.1", 0);
  Scope scope(executor);
  scope.spawn(server->serve(say_nothing));
  const Endpoint endpoint{.host = "127.0.0.1", .port = server->port()};
  const auto connection = co_await Connection::open(endpoint);
  co_await connection->write_raw("GET / HTTP/1.1\r\n\r\n");
  asio::steady_timer soon(executor, 20ms);
  co_await soon.async_wait(asio::use_awaitable);
  scope.cancel();
  co_await scope.join();
}

TEST(Server, ACancelledServerLetsGoOfItsClients) {
  EXPECT_THROW(run(cancel_a_server()), boost::system::system_error);
}

}  // namespace
}  // namespace redcode::http
