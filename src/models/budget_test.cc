#include "models/budget.h"

#include <memory>

#include "base/scope.h"
#include "models/script_for_tests.h"

namespace redcode::models {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

constexpr record::Usage small{.input_tokens = 1, .output_tokens = 0, .micro_dollars = 1};

Task<> keep_refusal(Budget& budget, record::Usage worst, std::string& refusal) {
  try {
    const Budget::Reservation kept = co_await budget.reserve(worst);
  } catch (const Failure& failure) {
    EXPECT_EQ(failure.kind(), Failure::Kind::exhausted);
    refusal = failure.what();
  }
}

std::string refusal(Budget& budget, record::Usage worst = small) {
  std::string why;
  run(keep_refusal(budget, worst, why));
  return why;
}

TEST(Budget, IsSpentWhenItsLimitIsReached) {
  Budget dollars({.micro_dollars = 5'000'000});
  Budget tokens({.tokens = 10});
  Budget none({});

  for (Budget* budget : {&dollars, &tokens, &none})
    budget->spend({.input_tokens = 4, .output_tokens = 5, .micro_dollars = 4'999'999});
  EXPECT_EQ(refusal(dollars), "");
  EXPECT_EQ(refusal(tokens), "");
  for (Budget* budget : {&dollars, &tokens, &none})
    budget->spend({.input_tokens = 0, .output_tokens = 1, .micro_dollars = 1});

  EXPECT_EQ(refusal(dollars), "the budget of $5.00 is spent");
  EXPECT_EQ(refusal(tokens), "the budget of 10 tokens is spent");
  EXPECT_EQ(refusal(none), "");
}

TEST(Budget, LetsNothingBeginThatWhatIsLeftMightNotPayFor) {
  Budget dollars({.micro_dollars = 5'000'000});
  Budget tokens({.tokens = 10});
  for (Budget* budget : {&dollars, &tokens})
    budget->spend({.input_tokens = 4, .output_tokens = 4, .micro_dollars = 3'000'000});

  EXPECT_EQ(refusal(dollars, {.micro_dollars = 2'000'000}), "");
  EXPECT_THAT(refusal(dollars, {.micro_dollars = 2'000'001}),
              HasSubstr("$3.00 are spent, and it may take $2.000001"));
  EXPECT_EQ(refusal(tokens, {.input_tokens = 1, .output_tokens = 1}), "");
  EXPECT_THAT(refusal(tokens, {.input_tokens = 1, .output_tokens = 2}), HasSubstr("--max-tokens"));
}

Task<> spend_in_turn(Budget& budget, std::uint64_t worst, std::uint64_t cost,
                     std::vector<std::string>& log) {
  try {
    const record::Usage most{.micro_dollars = worst};
    const Budget::Reservation kept = co_await budget.reserve(most);
    log.push_back("begins");
    co_await pause_for(1ms);
    budget.spend({.micro_dollars = cost});
    log.push_back("ends");
  } catch (const Failure&) {
    log.push_back("refused");
  }
}

Task<> spend_six_times(Budget& budget, std::vector<std::string>& log) {
  Scope scope(co_await asio::this_coro::executor);
  for (int i = 0; i < 6; ++i) scope.spawn(spend_in_turn(budget, 60, 20, log));
  co_await scope.join();
}

TEST(Budget, HasOneWaitForWhatIsKeptForAnother) {
  Budget budget({.micro_dollars = 100});
  std::vector<std::string> log;

  run(spend_six_times(budget, log));

  EXPECT_THAT(log, testing::ElementsAre("begins", "ends", "begins", "ends", "begins", "ends",
                                        "refused", "refused", "refused"));
  EXPECT_EQ(budget.spent().micro_dollars, 60U);
}

Task<> wait_and_be_cancelled(Budget& budget, std::vector<std::string>& log) {
  const auto executor = co_await asio::this_coro::executor;
  const record::Usage most{.micro_dollars = 60};
  const Budget::Reservation kept = co_await budget.reserve(most);
  Scope scope(executor);
  scope.spawn(spend_in_turn(budget, 60, 20, log));
  co_await pause_for(1ms);
  scope.cancel();
  try {
    co_await scope.join();
  } catch (const std::exception&) {
    log.push_back("cancelled");
  }
}

TEST(Budget, ForgetsOneThatIsCancelledWhileItWaits) {
  Budget budget({.micro_dollars = 100});
  std::vector<std::string> log;

  run(wait_and_be_cancelled(budget, log));
  run(spend_in_turn(budget, 60, 20, log));

  EXPECT_THAT(log, testing::ElementsAre("cancelled", "begins", "ends"));
}

TEST(Budget, SumsAreWrittenAsPeopleWriteThem) {
  EXPECT_EQ(in_dollars(0), "$0.00");
  EXPECT_EQ(in_dollars(1'500'000), "$1.50");
  EXPECT_EQ(in_dollars(12'345'600), "$12.3456");
  EXPECT_EQ(in_dollars(1), "$0.000001");
}

// Every answer costs 15 tokens, at a dollar for a million of them.
std::shared_ptr<const Prices> dollar_prices() {
  return std::make_shared<const Prices>(
      Prices::parse("checked: 2025-06-01\nprices:\n  - {model: tiny, input: 1, output: 1}", "p")
          .value());
}

Task<> ask_or_be_refused(http::Endpoint endpoint, RemoteModel::Options options, int& refused) {
  Reply reply;
  const record::Transcript transcript{{record::Role::user, "hello"}};
  try {
    co_await keep_reply(std::move(endpoint), std::move(options), transcript, reply);
  } catch (const Failure& failure) {
    EXPECT_EQ(failure.kind(), Failure::Kind::exhausted) << failure.what();
    ++refused;
  }
}

Task<> ask_many(http::Endpoint endpoint, RemoteModel::Options options, int times, int& refused) {
  Scope scope(co_await asio::this_coro::executor);
  for (int i = 0; i < times; ++i) scope.spawn(ask_or_be_refused(endpoint, options, refused));
  co_await scope.join();
}

// Asks 60 times, four at a time.
Task<> ask_sixty_times(Script& script, RemoteModel::Options options, int& refused) {
  options.shared.throttle = std::make_shared<Throttle>(co_await asio::this_coro::executor, 4);
  const auto client = [&](http::Endpoint endpoint) {
    return ask_many(std::move(endpoint), options, 60, refused);
  };
  co_await http::run_against_server(handler_of(script), client);
}

TEST(Budget, IsNotOverspentByThoseUnderWay) {
  Line slow = says("yes");
  slow.silence = 5ms;
  Script script({slow});
  RemoteModel::Options options = quick_options();
  options.max_tokens = 100;
  options.shared.prices = dollar_prices();
  options.shared.budget = std::make_shared<Budget>(Budget::Limits{.micro_dollars = 500});
  int refused = 0;

  run(ask_sixty_times(script, options, refused));

  EXPECT_GE(script.asked.size(), 4U);
  EXPECT_LT(script.asked.size(), 60U);
  EXPECT_EQ(static_cast<std::size_t>(refused), 60 - script.asked.size());
  EXPECT_EQ(options.shared.budget->spent().micro_dollars, 15 * script.asked.size());
  EXPECT_LE(options.shared.budget->spent().micro_dollars, 500U);
}

TEST(Budget, InTokensHoldsWithoutAPrice) {
  Script script({says("yes")});
  RemoteModel::Options options = quick_options();
  options.shared.budget = std::make_shared<Budget>(Budget::Limits{.tokens = 1});

  int refused = 0;

  run(ask_sixty_times(script, options, refused));

  EXPECT_LE(script.asked.size(), 4U);
  EXPECT_EQ(static_cast<std::size_t>(refused), 60 - script.asked.size());
}

TEST(Budget, AProviderThatCountsNothingIsChargedByLength) {
  Line silent{.pieces = streamed(wire::Format::messages, Reply{.text = "yes"})};
  Script script({silent});
  RemoteModel::Options options = quick_options();
  options.format = wire::Format::messages;
  options.shared.budget = std::make_shared<Budget>(Budget::Limits{.tokens = 1'000'000});

  const Reply reply = ask(script, options);

  EXPECT_EQ(reply.usage, record::Usage());
  EXPECT_GT(options.shared.budget->spent().input_tokens, 5U);
}

TEST(Budget, InDollarsNeedsAPrice) {
  Script script({says("yes")});
  RemoteModel::Options options = quick_options();
  options.model = "unheard-of";
  options.shared.prices = dollar_prices();
  options.shared.budget = std::make_shared<Budget>(Budget::Limits{.micro_dollars = 100});

  const std::string message = complaint(script, Failure::Kind::unavailable, options);

  EXPECT_THAT(message, HasSubstr("add it to the price table"));
  EXPECT_EQ(script.asked.size(), 0U);
}

TEST(Budget, TheReplySaysWhatItCost) {
  Script script({says("yes")});
  RemoteModel::Options options = quick_options();
  options.model = "played";
  options.price_name = "tiny";
  options.shared.prices = dollar_prices();

  EXPECT_EQ(ask(script, options).usage.micro_dollars, 15U);
}

TEST(Budget, IsSpentByAnswersThatBreakOff) {
  Line broken = says("a long answer that never comes to its end");
  broken.pieces.pop_back();
  broken.pieces.resize(broken.pieces.size() / 2);
  broken.cut = true;
  Script script({broken});
  RemoteModel::Options options = quick_options();
  options.first_backoff = 1ms;
  options.max_tokens = 10;
  options.shared.budget = std::make_shared<Budget>(Budget::Limits{.tokens = 300});

  complaint(script, Failure::Kind::exhausted, options);

  // Each costs what it asked at least, which is more than 20 tokens.
  EXPECT_GE(script.asked.size(), 1U);
  EXPECT_LE(script.asked.size(), 15U);
}

TEST(Budget, IsNotSpentByWhatNobodyWorkedOn) {
  Script script({Line{.status = 503}, Line{.pieces = {"<html>"}}, says("yes")});
  RemoteModel::Options options = quick_options();
  options.shared.budget = std::make_shared<Budget>(Budget::Limits{.tokens = 100'000});

  ask(script, options);

  EXPECT_EQ(options.shared.budget->spent().input_tokens, 12U);
}

Task<> ask_and_be_cancelled(http::Endpoint endpoint, RemoteModel::Options options) {
  Scope scope(co_await asio::this_coro::executor);
  int refused = 0;
  scope.spawn(ask_or_be_refused(std::move(endpoint), std::move(options), refused));
  co_await pause_for(200ms);
  scope.cancel();
  try {
    co_await scope.join();
  } catch (const std::exception&) {
    // It was cancelled.
  }
}

// Begins to answer and falls silent.
Task<> begin_only(const http::Request& /*request*/, http::Responder& responder) {
  const http::Response head{.status = 200};
  co_await responder.begin(head);
  co_await responder.write(says("yes").pieces.front());
  co_await pause_for(1s);
}

TEST(Budget, IsSpentByAnAnswerThatNobodyWaitsForAnyMore) {
  RemoteModel::Options options = quick_options();
  options.shared.budget = std::make_shared<Budget>(Budget::Limits{.tokens = 100'000});

  run(http::run_against_server(begin_only, [&](http::Endpoint endpoint) {
    return ask_and_be_cancelled(std::move(endpoint), options);
  }));

  EXPECT_GT(options.shared.budget->spent().input_tokens, 5U);
}

}  // namespace
}  // namespace redcode::models
