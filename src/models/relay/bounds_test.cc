// What a program inside can take of the host's memory and time.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <ctime>

#include "base/run.h"
#include "models/relay/fakes_for_tests.h"
#include "models/relay/relay.h"

namespace redcode::relay {
namespace {

using namespace std::chrono_literals;
using http::Request;
using http::Response;
using record::Role;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

Request asking(const std::string& text) {
  const wire::Question question{
      .model = "told", .messages = {{.role = Role::user, .text = text}}, .stream = false};
  return {.method = "POST",
          .target = "/v1/chat/completions",
          .body = wire::write_question(wire::Format::chat, question)};
}

// Answers each call after a moment, and counts how many wait for it.
class BusyModel final : public models::Model {
 public:
  std::string name() const override { return "busy"; }
  Task<wire::Reply> reply(const record::Transcript&, const std::vector<wire::Tool>&) override {
    most_at_a_time = std::max(most_at_a_time, ++at_a_time_);
    ++calls;
    co_await pause_for(2ms);
    --at_a_time_;
    co_return wire::Reply{.text = "ok"};
  }

  int most_at_a_time = 0;
  int calls = 0;

 private:
  int at_a_time_ = 0;
};

Task<> ask_at_once(Relay& relay, int times, std::vector<int>& statuses) {
  const auto executor = co_await asio::this_coro::executor;
  Doorway doorway(executor, relay);
  Scope scope(executor);
  for (int i = 0; i < times; ++i)
    scope.spawn(keep_status(doorway.endpoint(), asking("q"), statuses));
  co_await scope.join();
  co_await doorway.close();
}

TEST(RelayBounds, AsksTheModelFewTimesAtATimeAndHasTheOthersWait) {
  BusyModel model;
  Relay relay(model, "told", {.calls = 100}, {});
  std::vector<int> statuses;

  run(ask_at_once(relay, 30, statuses));

  EXPECT_EQ(model.calls, 30);
  EXPECT_LE(model.most_at_a_time, 4);
  EXPECT_THAT(statuses, Each(200));
}

Task<> hold(http::Endpoint endpoint, std::size_t bytes, std::vector<int>& statuses) {
  const auto connection = co_await http::Connection::open(std::move(endpoint));
  const std::string head =
      fmt::format("POST /v1/chat/completions HTTP/1.1\r\nContent-Length: {}\r\n\r\n", bytes + 1);
  co_await connection->write_raw(head);
  const std::string body(bytes, 'a');
  co_await connection->write_raw(body);
  const std::string answer = co_await connection->read_raw();
  statuses.push_back(answer.starts_with("HTTP/1.1 413") ? 413 : 0);
}

Task<> hold_many(Relay& relay, std::vector<int>& statuses, std::size_t& most) {
  const auto executor = co_await asio::this_coro::executor;
  Doorway doorway(executor, relay);
  Scope scope(executor);
  for (int i = 0; i < 12; ++i) scope.spawn(hold(doorway.endpoint(), 40'000, statuses));
  // Three of them fit; all the others that have a place are refused, and make room for the next.
  while (statuses.size() < 9) {
    most = std::max(most, relay.held_bytes());
    co_await pause_for(1ms);
  }
  scope.cancel();
  try {
    co_await scope.join();
  } catch (const std::exception&) {
    // They were cancelled.
  }
  co_await doorway.close();
}

TEST(RelayBounds, HoldsFewBytesOfRequestsThatNeverEnd) {
  LaidOutModel silent({});
  Relay relay(silent, "told", {.request_bytes = 50'000, .held_bytes = 130'000}, {});
  std::vector<int> statuses;
  std::size_t most = 0;

  run(hold_many(relay, statuses, most));

  EXPECT_THAT(statuses, Each(413));
  EXPECT_LE(most, 130'000U);
  EXPECT_EQ(relay.held_bytes(), 0U);
}

// A sanitizer makes a turn several times as long.
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
constexpr auto longest_turn = 500ms;
#else
constexpr auto longest_turn = 50ms;
#endif

// How long this thread worked, whatever else the machine has to do.
std::chrono::nanoseconds worked() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
}

// The longest time for which nobody else had their turn.
Task<> watch(std::chrono::nanoseconds& longest) {
  auto since = worked();
  while (true) {
    co_await pause_for(1ms);
    const auto now = worked();
    longest = std::max(longest, now - std::exchange(since, now));
  }
}

Task<> ask_beside_a_watch(Relay& relay, Request request, Response& response,
                          std::chrono::nanoseconds& longest) {
  const auto executor = co_await asio::this_coro::executor;
  Doorway doorway(executor, relay);
  Scope scope(executor);
  scope.spawn(watch(longest));
  response = co_await exchanged(doorway.endpoint(), std::move(request));
  scope.cancel();
  try {
    co_await scope.join();
  } catch (const std::exception&) {
    // It was cancelled.
  }
  co_await doorway.close();
}

std::string filled_up(std::string text, const std::string& piece, const std::string& end) {
  const std::size_t most = RelayLimits{}.request_bytes - end.size();
  while (text.size() + piece.size() <= most) text += piece;
  return text + end;
}

TEST(RelayBounds, StopsNobodyElseWhileItReadsEightMegabytesOfLists) {
  LaidOutModel silent({});
  Relay relay(silent, "told", {}, {});
  Request lists = asking("x");
  lists.body =
      filled_up(R"({"messages":[{"role":"user","content":"x"}],"metadata":[[])", ",[]", "]}");
  Response response;
  std::chrono::nanoseconds longest{0};

  run(ask_beside_a_watch(relay, lists, response, longest));

  EXPECT_EQ(response.status, 400);
  EXPECT_THAT(response.body, HasSubstr("values"));
  EXPECT_LT(longest, longest_turn);
  EXPECT_THAT(silent.asked, IsEmpty());
}

TEST(RelayBounds, StopsNobodyElseWhileItReadsAnHonestContextOfEightMegabytes) {
  LaidOutModel model({{.reply = {.text = "ok"}, .pieces = {"data: 1\n\n"}}});
  model.passes_on = true;
  Relay relay(model, "told", {}, {});
  Request context = asking("x");
  const std::string turn = R"(,{"role":"assistant","content":null,"tool_calls":[{"id":"c","type":)"
                           R"("function","function":{"name":"f","arguments":"{\"a\":[)" +
                           std::string(3'000, '1') + R"(]}"}}]})";
  context.body =
      filled_up(R"({"model":"told","messages":[{"role":"user","content":"x"})", turn, "]}");
  Response response;
  std::chrono::nanoseconds longest{0};

  run(ask_beside_a_watch(relay, context, response, longest));

  EXPECT_EQ(response.status, 200) << response.body;
  EXPECT_LT(longest, longest_turn);
}

Task<> leave_open(Relay& relay, std::vector<std::string>& kept) {
  Doorway doorway(co_await asio::this_coro::executor, relay);
  std::vector<std::unique_ptr<http::Connection>> idle;
  for (int i = 0; i < 20; ++i) {
    idle.push_back(co_await http::Connection::open(doorway.endpoint()));
    const Request hello{.target = "/"};
    kept.emplace_back((co_await idle.back()->exchange(hello)).header("Connection"));
  }
  idle.clear();
  co_await doorway.close();
}

TEST(RelayBounds, LeavesSomeConnectionsForThoseWhoAsk) {
  LaidOutModel silent({});
  Relay relay(silent, "told", {}, {});
  std::vector<std::string> kept;

  run(leave_open(relay, kept));

  EXPECT_EQ(std::ranges::count(kept, ""), 4);
  EXPECT_EQ(std::ranges::count(kept, "close"), 16);
}

}  // namespace
}  // namespace redcode::relay
