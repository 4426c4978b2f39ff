// What a server takes from strangers: how much, from how many, and from whom.
#include "http/server.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/run.h"
#include "http/against_server.h"

namespace redcode::http {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

Task<> say_target(const Request& request, Responder& responder) {
  Response response{.status = 200, .body = request.target};
  co_await responder.send(std::move(response));
}

std::optional<Response> nobody(const Request& head) {
  return Response{.status = 403, .body = "not " + head.target};
}

// Everything that comes until the server closes.
Task<std::string> read_all(Connection& connection) {
  std::string all;
  while (true) {
    const std::string more = co_await connection.read_raw();
    if (more.empty()) co_return all;
    all += more;
  }
}

std::string head_of(std::string_view target, std::size_t body_bytes) {
  return fmt::format("POST {} HTTP/1.1\r\nHost: here\r\nContent-Length: {}\r\n\r\n", target,
                     body_bytes);
}

Task<> announce_a_body(Endpoint endpoint, std::string& answer) {
  const auto connection = co_await Connection::open(std::move(endpoint));
  const std::string head = head_of("/x", 60'000);
  co_await connection->write_raw(head);
  connection->finish_writing();
  answer = co_await read_all(*connection);
}

TEST(Server, TurnsAStrangerAwayBeforeTheirBodyIsRead) {
  std::string answer;

  run(run_against_server(say_target,
                         [&](Endpoint at) { return announce_a_body(std::move(at), answer); },
                         {.gate = nobody}));

  EXPECT_THAT(answer, StartsWith("HTTP/1.1 403"));
  EXPECT_THAT(answer, HasSubstr("not /x"));
}

Task<> keep_statuses(Endpoint endpoint, std::vector<std::size_t> sizes, std::vector<int>& kept) {
  for (const std::size_t size : sizes) {
    Request request{.method = "POST", .body = std::string(size, 'x')};
    kept.push_back((co_await exchange(endpoint, std::move(request))).status);
  }
}

TEST(Server, TakesNoMoreThanAPageSendsUnlessToldOtherwise) {
  std::vector<int> statuses;

  run(run_against_server(
      say_target,
      [&](Endpoint at) { return keep_statuses(std::move(at), {65'536, 65'537}, statuses); },
      Terms{}));

  EXPECT_THAT(statuses, ElementsAre(200, 413));
}

// Each sends most of a body and keeps the rest.
Task<> hold_bodies(Endpoint endpoint, Room& room, std::string& third, std::vector<int>& later) {
  const std::string most = head_of("/held", 50'000) + std::string(40'000, 'x');
  const auto first = co_await Connection::open(endpoint);
  co_await first->write_raw(most);
  const auto second = co_await Connection::open(endpoint);
  co_await second->write_raw(most);
  const auto one_more = co_await Connection::open(endpoint);
  co_await one_more->write_raw(most);
  one_more->finish_writing();
  third = co_await read_all(*one_more);
  EXPECT_LE(room.held(), 100'000U);
  const std::string rest(10'000, 'x');
  co_await first->write_raw(rest);
  co_await first->read_raw();
  std::vector<std::size_t> once(1, 50'000);
  co_await keep_statuses(endpoint, std::move(once), later);
}

TEST(Server, HoldsNoMoreBytesOfAllRequestsThanItsRoom) {
  Room room(100'000);
  std::string third;
  std::vector<int> later;

  run(run_against_server(
      say_target, [&](Endpoint at) { return hold_bodies(std::move(at), room, third, later); },
      {.room = &room}));

  EXPECT_THAT(third, StartsWith("HTTP/1.1 413"));
  EXPECT_THAT(later, ElementsAre(200));
  EXPECT_EQ(room.held(), 0U);
}

TEST(Server, GivesNoAnswerToWhoHasUsedUpTheRoom) {
  Room room(100'000, 60'000);
  std::vector<int> statuses;

  EXPECT_THROW(
      run(run_against_server(
          say_target,
          [&](Endpoint at) { return keep_statuses(std::move(at), {50'000, 50'000}, statuses); },
          {.room = &room})),
      Failure);

  EXPECT_THAT(statuses, ElementsAre(200));
  EXPECT_TRUE(room.used_up());
}

Task<> note_target(std::vector<std::string>& log, const Request& request, Responder& responder) {
  log.push_back(request.target);
  co_await say_target(request, responder);
}

// Two have their places. A third asks before either does, and is heard when one has gone.
Task<> wait_for_a_place(Endpoint endpoint, std::vector<std::string>& log) {
  auto first = co_await Connection::open(endpoint);
  const Request before{.target = "/first"};
  co_await first->exchange(before);
  const auto second = co_await Connection::open(endpoint);
  const Request beside{.target = "/second"};
  co_await second->exchange(beside);
  const auto third = co_await Connection::open(endpoint);
  const std::string asks = "GET /third HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n";
  co_await third->write_raw(asks);
  for (int i = 0; i < 20; ++i) {
    const Request again{.target = "/again"};
    co_await second->exchange(again);
  }
  EXPECT_EQ(log.back(), "/again");
  first.reset();
  const std::string answer = co_await read_all(*third);
  EXPECT_THAT(answer, HasSubstr("/third"));
}

TEST(Server, HasMoreConnectionsThanItTakesWait) {
  std::vector<std::string> log;

  run(run_against_server([&](const Request& request,
                             Responder& responder) { return note_target(log, request, responder); },
                         [&](Endpoint at) { return wait_for_a_place(std::move(at), log); },
                         {.connections = 2}));

  EXPECT_EQ(log.back(), "/third");
}

Task<> keep_header(Endpoint endpoint, std::string& kept) {
  const Request request;
  kept = (co_await exchange(std::move(endpoint), request)).header("Connection");
}

TEST(Server, ClosesWhatMayNotStayOpen) {
  std::string header;

  run(run_against_server(say_target,
                         [&](Endpoint at) { return keep_header(std::move(at), header); },
                         {.keeps_open = [] { return false; }}));

  EXPECT_EQ(header, "close");
}

}  // namespace
}  // namespace redcode::http
