// What a program inside can spend of somebody's money.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "base/json.h"
#include "base/run.h"
#include "http/against_server.h"
#include "models/relay/fakes_for_tests.h"
#include "models/relay/relay.h"
#include "models/remote_model.h"

namespace redcode::relay {
namespace {

using http::Request;
using ::testing::AnyOf;
using ::testing::Each;

constexpr std::uint64_t micro_dollars_a_token = 10;

// Gives every answer as long as it may be, as often as it was asked for, and counts what is owed.
class Provider {
 public:
  Task<> answer(const Request& request, http::Responder& responder) {
    most_at_a_time = std::max(most_at_a_time, ++at_a_time_);
    ++calls;
    const Json body = parse_json(request.body).value();
    const auto output = member_or<std::uint64_t>(body, "n", 1) *
                        member_or<std::uint64_t>(body, "max_tokens", 128'000);
    const std::uint64_t input = request.body.size() / 3;
    owed += (input + output) * micro_dollars_a_token;
    co_await pause_for(std::chrono::milliseconds(2));
    const wire::Question question{.model = "dear", .messages = {}};
    const wire::Reply reply{.text = "so it is",
                            .usage = {.input_tokens = input, .output_tokens = output}};
    http::Response response{.status = 200,
                            .body = wire::write_answer(wire::Format::chat, question, reply)};
    --at_a_time_;
    co_await responder.send(std::move(response));
  }

  std::uint64_t owed = 0;  // in millionths of a dollar
  int calls = 0;
  int most_at_a_time = 0;

 private:
  int at_a_time_ = 0;
};

Request greedy(int number) {
  const Json body{{"model", "m"},
                  {"messages", {{{"role", "user"}, {"content", fmt::format("q{}", number)}}}},
                  {"n", 128},
                  {"max_tokens", 128'000},
                  {"service_tier", "priority"}};
  return {.method = "POST", .target = "/v1/chat/completions", .body = dump_json(body)};
}

// Two sandboxes, whose programs ask 64 times at once each.
Task<> spend_all(http::Endpoint provider, models::RemoteModel::Options options,
                 std::vector<int>& statuses) {
  options.base_url = fmt::format("http://127.0.0.1:{}/v1", provider.port);
  const auto model = models::RemoteModel::make(std::move(options));
  const auto executor = co_await asio::this_coro::executor;
  const RelayLimits limits{.calls = 1'000, .side_calls = 1'000};
  Relay one(*model.value(), "told", limits, {});
  Relay other(*model.value(), "told", limits, {});
  Doorway first(executor, one);
  Doorway second(executor, other);
  Scope scope(executor);
  for (int i = 0; i < 64; ++i) {
    scope.spawn(keep_status(first.endpoint(), greedy(i), statuses));
    scope.spawn(keep_status(second.endpoint(), greedy(i), statuses));
  }
  co_await scope.join();
  co_await first.close();
  co_await second.close();
}

struct Bill {
  std::uint64_t owed;
  std::uint64_t counted;
  int calls;
  int most_at_a_time;
};

Bill bill_of(std::uint64_t budget, std::optional<std::uint64_t> max_tokens) {
  Provider provider;
  models::RemoteModel::Options options{.model = "dear", .max_tokens = max_tokens};
  options.shared.prices = std::make_shared<const models::Prices>(
      models::Prices::parse(
          "checked: 2025-06-01\nprices:\n  - {model: dear, input: 10, output: 10}", "p")
          .value());
  options.shared.budget =
      std::make_shared<models::Budget>(models::Budget::Limits{.micro_dollars = budget});
  std::vector<int> statuses;

  run(http::run_against_server(
      [&](const Request& request, http::Responder& responder) {
        return provider.answer(request, responder);
      },
      [&](http::Endpoint at) { return spend_all(std::move(at), options, statuses); }));

  EXPECT_EQ(statuses.size(), 128U);
  EXPECT_THAT(statuses, Each(AnyOf(200, 400)));
  return {.owed = provider.owed,
          .counted = options.shared.budget->spent().micro_dollars,
          .calls = provider.calls,
          .most_at_a_time = provider.most_at_a_time};
}

TEST(Spending, OwesNoMoreThanTheBudgetWhateverAProgramAsksFor) {
  const Bill bill = bill_of(2'000'000, std::nullopt);

  EXPECT_GE(bill.calls, 4);
  EXPECT_LE(bill.owed, 2'000'000U);
  EXPECT_EQ(bill.counted, bill.owed);
}

TEST(Spending, TakesTheRunsOwnLimitOfAnAnswer) {
  const Bill bill = bill_of(100'000, 500);

  EXPECT_GE(bill.calls, 10);
  EXPECT_LE(bill.owed, 100'000U);
}

TEST(Spending, AsksFewTimesAtATimeForEachSandbox) {
  EXPECT_LE(bill_of(1'000'000'000, 100).most_at_a_time, 8);
}

}  // namespace
}  // namespace redcode::relay
