// The client against peers that are not our server: raw sockets, Unix sockets, the odd ones.
#include <gtest/gtest.h>

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <exception>

#include "base/failure.h"
#include "base/run.h"
#include "base/scope.h"
#include "base/temp_dir.h"
#include "http/http.h"

namespace redcode::http {
namespace {

using asio::local::stream_protocol;
using Acceptor = stream_protocol::acceptor;

// Takes one client, reads its request's head, sends `answer`, then echoes until the client has
// finished writing, and says goodbye.
Task<> answer_one(Acceptor& acceptor, std::string answer) {
  stream_protocol::socket socket = co_await acceptor.async_accept(asio::use_awaitable);
  std::string request;
  co_await asio::async_read_until(socket, asio::dynamic_buffer(request), "\r\n\r\n",
                                  asio::use_awaitable);
  boost::system::error_code gone;  // the client may have heard enough
  co_await asio::async_write(socket, asio::buffer(answer),
                             asio::redirect_error(asio::use_awaitable, gone));
  if (!answer.contains("raw-stream")) co_return;
  std::string echo(1000, '\0');
  boost::system::error_code end;
  while (!end) {
    const std::size_t got = co_await socket.async_read_some(
        asio::buffer(echo), asio::redirect_error(asio::use_awaitable, end));
    co_await asio::async_write(socket, asio::buffer(echo, got), asio::use_awaitable);
  }
  const std::string goodbye = "bye";
  co_await asio::async_write(socket, asio::buffer(goodbye), asio::use_awaitable);
}

Task<> run_against_peer(std::string answer, std::function<Task<>(Endpoint)> client) {
  const auto executor = co_await asio::this_coro::executor;
  const TempDir dir("http");
  const std::string path = dir.path() / "peer.sock";
  Acceptor acceptor(executor, stream_protocol::endpoint(path));
  Scope scope(executor);
  scope.spawn(answer_one(acceptor, std::move(answer)));
  const Endpoint endpoint{.unix_path = path};
  std::exception_ptr failure;
  try {
    co_await client(endpoint);
  } catch (...) {
    failure = std::current_exception();
  }
  co_await scope.join();
  if (failure) std::rethrow_exception(failure);
}

Task<> get(Endpoint endpoint, Response& kept) {
  const Request request;
  kept = co_await exchange(std::move(endpoint), request);
}

Response answer_to_get(std::string answer) {
  Response response;
  run(run_against_peer(std::move(answer),
                       [&](Endpoint at) { return get(std::move(at), response); }));
  return response;
}

Failure::Kind failure_on(std::string answer) {
  try {
    answer_to_get(std::move(answer));
  } catch (const Failure& failure) {
    return failure.kind();
  }
  ADD_FAILURE() << "no Failure";
  return Failure::Kind::interrupted;
}

TEST(Peer, OnAUnixSocketIsSpokenToLikeAnyOther) {
  const Response response =
      answer_to_get("HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\n\r\ngone");

  EXPECT_EQ(response.status, 404);
  EXPECT_EQ(response.body, "gone");
}

TEST(Peer, MaySendInterimAnswersFirst) {
  EXPECT_EQ(
      answer_to_get("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
          .body,
      "ok");
}

TEST(Peer, MayEndItsAnswerByHangingUp) {
  EXPECT_EQ(answer_to_get("HTTP/1.0 200 OK\r\n\r\nall of it").body, "all of it");
}

TEST(Peer, ThatDoesNotSpeakHttpIsCorrupt) {
  EXPECT_EQ(failure_on("SSH-2.0-OpenSSH_9.2\r\n"), Failure::Kind::corrupt);
  EXPECT_EQ(failure_on("HTTP/1.1 200 OK\r\nX: " + std::string(100'000, 'y')),
            Failure::Kind::corrupt);
  EXPECT_EQ(failure_on("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"),
            Failure::Kind::corrupt);
  EXPECT_EQ(failure_on("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;" +
                       std::string(300'000, 'e')),
            Failure::Kind::corrupt);
}

TEST(Peer, ThatHangsUpWithoutAWordIsUnavailable) {
  EXPECT_EQ(failure_on(""), Failure::Kind::unavailable);
}

TEST(Peer, ThatIsNotThereIsUnavailable) {
  Response response;
  const auto kind = [&](Endpoint endpoint) {
    try {
      run(get(std::move(endpoint), response));
    } catch (const Failure& failure) {
      return failure.kind();
    }
    return Failure::Kind::interrupted;
  };

  EXPECT_EQ(kind(Endpoint{.unix_path = "/nonexistent/socket"}), Failure::Kind::unavailable);
  EXPECT_EQ(kind(Endpoint{.unix_path = std::string(200, 'x')}), Failure::Kind::unavailable);
  EXPECT_EQ(kind(Endpoint{.host = "127.0.0.1", .port = 1}), Failure::Kind::unavailable);
  EXPECT_EQ(kind(Endpoint{.host = "no-such-host.invalid", .port = 80}), Failure::Kind::unavailable);
}

Task<> take_over(Endpoint endpoint, std::string& heard) {
  const auto connection = co_await Connection::open(std::move(endpoint));
  Request request{.method = "POST", .target = "/exec", .body = "{}"};
  const Response response = co_await connection->upgrade(std::move(request));
  EXPECT_TRUE(response.status == 101 || response.status == 200);
  co_await connection->write_raw("ping ");
  connection->finish_writing();
  for (std::string piece = co_await connection->read_raw(); !piece.empty();
       piece = co_await connection->read_raw()) {
    heard += piece;
  }
}

std::string heard_after(std::string answer) {
  std::string heard;
  run(run_against_peer(std::move(answer),
                       [&](Endpoint at) { return take_over(std::move(at), heard); }));
  return heard;
}

TEST(Upgrade, GivesTheRawStreamWithTheBytesThatCameAlong) {
  EXPECT_EQ(
      heard_after("HTTP/1.1 101 UPGRADED\r\nContent-Type: application/vnd.docker.raw-stream\r\n"
                  "Connection: Upgrade\r\nUpgrade: tcp\r\n\r\nearly "),
      "early ping bye");
}

TEST(Upgrade, TakesA200WithAnUnboundedBodyToo) {
  EXPECT_EQ(
      heard_after("HTTP/1.1 200 OK\r\nContent-Type: application/vnd.docker.raw-stream\r\n\r\n"),
      "ping bye");
}

Task<> upgrade_refused(Endpoint endpoint, Response& kept) {
  const auto connection = co_await Connection::open(std::move(endpoint));
  Request request{.method = "POST"};
  kept = co_await connection->upgrade(std::move(request));
}

TEST(Upgrade, ARefusalIsAnOrdinaryAnswer) {
  Response response;

  run(run_against_peer("HTTP/1.1 409 Conflict\r\nContent-Length: 6\r\n\r\npaused",
                       [&](Endpoint at) { return upgrade_refused(std::move(at), response); }));

  EXPECT_EQ(response.status, 409);
  EXPECT_EQ(response.body, "paused");
}

}  // namespace
}  // namespace redcode::http
