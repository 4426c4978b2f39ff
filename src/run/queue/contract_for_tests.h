// The contract of every queue::Queue. A test program includes this once and instantiates it:
//
//   INSTANTIATE_TEST_SUITE_P(Local, QueueContract, testing::Values(make_local_stage));
//
// QueueContract holds any queue. SharedQueueContract is for queues that several workers share and
// whose leases get lost with their holder.
#pragma once

#include <gtest/gtest.h>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/this_coro.hpp>
#include <chrono>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/run.h"
#include "base/task.h"
#include "run/plan/plan.h"
#include "run/queue/queue.h"
#include "run/queue/trials_for_tests.h"

namespace redcode::queue {

// A fresh queue over a plan, with the hooks a test needs.
class QueueStage {
 public:
  QueueStage() = default;
  QueueStage(QueueStage&&) = delete;
  QueueStage& operator=(QueueStage&&) = delete;
  QueueStage(const QueueStage&) = delete;
  QueueStage& operator=(const QueueStage&) = delete;
  virtual ~QueueStage() = default;

  virtual const plan::Plan& plan() const = 0;
  virtual Queue& queue() = 0;
  virtual Task<> set_order(Order order) = 0;
  // The result of a trial that is over, as the run folder has it or will have it.
  virtual Task<record::Record> result(std::uint64_t number) = 0;

  // Only for queues that are shared.
  virtual Queue& another_worker() { return queue(); }
  // Nobody who holds a lease now has been heard of for too long.
  virtual Task<> let_time_to_live_pass() { co_return; }
};

using MakeStage =
    std::function<Task<std::unique_ptr<QueueStage>>(asio::any_io_executor, StageWish)>;

class QueueContract : public testing::TestWithParam<MakeStage> {
 protected:
  using Check = Task<> (*)(QueueStage&);

  static Task<> set_up_and(MakeStage make, StageWish wish, Check check) {
    const std::unique_ptr<QueueStage> stage =
        co_await make(co_await asio::this_coro::executor, wish);
    co_await check(*stage);
  }
  void hold(Check check, StageWish wish) { run(set_up_and(GetParam(), wish, check)); }
};

class SharedQueueContract : public QueueContract {};
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(SharedQueueContract);

inline Task<> hands_out_every_trial_once(QueueStage& stage) {
  std::set<std::uint64_t> numbers;
  std::set<std::string> tokens;
  std::vector<Lease> leases = co_await stage.queue().lease(3);

  while (!leases.empty()) {
    EXPECT_LE(leases.size(), 3U);
    for (const Lease& lease : leases) {
      EXPECT_EQ(lease.trial, stage.plan().trial(lease.number));
      EXPECT_EQ(lease.attempt, 1U);
      EXPECT_TRUE(numbers.insert(lease.number).second) << lease.number;
      tokens.insert(lease.token);
    }
    leases = co_await stage.queue().lease(3);
  }

  EXPECT_EQ(numbers.size(), stage.plan().size());
  EXPECT_EQ(tokens.size(), stage.plan().size());
}
TEST_P(QueueContract, HandsOutEveryTrialOnce) {
  hold(hands_out_every_trial_once, StageWish{.trials = 10});
}

inline Task<> is_finished_when_all_have_results(QueueStage& stage) {
  Queue& queue = stage.queue();
  const std::vector<Lease> leases = co_await next_leases(queue, 3);
  const State begun = co_await queue.state();
  const bool first = co_await queue.complete(leases.at(0), record_for_tests(leases.at(0)));
  const bool second = co_await queue.complete(leases.at(1), record_for_tests(leases.at(1)));
  const State nearly = co_await queue.state();
  const bool over_too_early = co_await queue.over();
  const bool third = co_await queue.complete(leases.at(2), record_for_tests(leases.at(2)));
  const State done = co_await queue.state();

  EXPECT_TRUE(first && second && third);
  EXPECT_FALSE(over_too_early);
  EXPECT_EQ(begun.planned, 3U);
  EXPECT_EQ(begun.queued, 0U);
  EXPECT_EQ(begun.leased, 3U);
  EXPECT_FALSE(begun.finished());
  EXPECT_EQ(nearly.over, 2U);
  EXPECT_FALSE(nearly.finished());
  EXPECT_TRUE(done.finished());
  EXPECT_EQ(done.retried, 0U);
}
TEST_P(QueueContract, IsFinishedOnlyWhenAllHaveResults) {
  hold(is_finished_when_all_have_results, StageWish{.trials = 3});
}

inline Task<> completing_twice_is_harmless(QueueStage& stage) {
  Queue& queue = stage.queue();
  const Lease lease = co_await next_lease(queue);
  const bool first = co_await queue.complete(lease, record_for_tests(lease));
  co_await queue.complete(lease, record_for_tests(lease));

  const State state = co_await queue.state();
  const std::vector<Lease> more = co_await queue.lease(5);

  EXPECT_TRUE(first);
  EXPECT_EQ(state.over, 1U);
  EXPECT_EQ(state.queued, 1U);
  EXPECT_EQ(more.size(), 1U);
}
TEST_P(QueueContract, CompletingTwiceIsHarmless) {
  hold(completing_twice_is_harmless, StageWish{.trials = 2});
}

inline Task<> a_forged_token_is_refused(QueueStage& stage) {
  Queue& queue = stage.queue();
  const std::vector<Lease> leases = co_await next_leases(queue, 2);
  Lease forged = leases.at(0);
  forged.token = leases.at(1).token;
  const bool with_anothers = co_await queue.complete(forged, record_for_tests(forged));
  forged.token = "";
  const bool with_none = co_await queue.fail(forged, record_for_tests(forged));
  const bool given_back = co_await queue.give_back(forged);

  const State state = co_await queue.state();

  EXPECT_FALSE(with_anothers);
  EXPECT_FALSE(with_none);
  EXPECT_FALSE(given_back);
  EXPECT_EQ(state.leased, 2U);
}
TEST_P(QueueContract, AForgedTokenIsRefused) {
  hold(a_forged_token_is_refused, StageWish{.trials = 2});
}

inline Task<> a_failed_trial_comes_again(QueueStage& stage) {
  Queue& queue = stage.queue();
  const Lease first = co_await next_lease(queue);
  const bool failed = co_await queue.fail(first, record_for_tests(first));
  const std::vector<Lease> at_once = co_await queue.lease(1);
  const State between = co_await queue.state();
  const Lease second = co_await next_lease(queue);
  const bool late = co_await queue.complete(first, record_for_tests(first));
  const bool failed_again = co_await queue.fail(second, record_for_tests(second));
  const State after = co_await queue.state();

  EXPECT_TRUE(failed && failed_again);
  EXPECT_TRUE(at_once.empty());
  EXPECT_EQ(between.over, 0U);
  EXPECT_EQ(between.leased, 0U);
  EXPECT_EQ(second.number, first.number);
  EXPECT_EQ(second.attempt, 2U);
  EXPECT_NE(second.token, first.token);
  EXPECT_FALSE(late);
  EXPECT_TRUE(after.finished());
  EXPECT_EQ(after.retried, 1U);
}
TEST_P(QueueContract, AFailedTrialComesAgainAfterAWhileAndIsOverAfterTheLastAttempt) {
  hold(a_failed_trial_comes_again,
       StageWish{.limits = {.attempts = 2, .backoff = std::chrono::milliseconds(1000)}});
}

inline Task<> what_earlier_tries_did_counts(QueueStage& stage) {
  Queue& queue = stage.queue();
  const Lease first = co_await next_lease(queue);
  co_await queue.fail(first, cut_short_for_tests(first));
  const Lease second = co_await next_lease(queue);
  record::Record refused = record_for_tests(second);
  refused.usage = {.input_tokens = 5, .output_tokens = 2};
  refused.verdict = {.outcome = record::Outcome::refused, .passed = true, .why = "it declined"};
  co_await queue.complete(second, refused);
  const record::Record result = co_await stage.result(second.number);

  EXPECT_EQ(result.attempts, 2U);
  EXPECT_EQ(result.verdict.outcome, record::Outcome::attempted);
  EXPECT_FALSE(result.verdict.passed);
  EXPECT_EQ(result.usage, (record::Usage{.input_tokens = 15, .output_tokens = 3}));
  EXPECT_EQ(result.earlier.size(), 1U);
  for (const record::Earlier& one : result.earlier) {
    EXPECT_EQ(one.number, 1U);
    EXPECT_EQ(one.fault, record::Fault::provider);
    EXPECT_TRUE(one.attempt);
    EXPECT_EQ(one.evidence_digest.size(), 64U);
  }
}
TEST_P(QueueContract, WhatEarlierTriesDidAndCostCounts) {
  hold(what_earlier_tries_did_counts,
       StageWish{.limits = {.attempts = 3, .backoff = std::chrono::milliseconds(1)}});
}

inline Task<> giving_back_costs_no_attempt(QueueStage& stage) {
  Queue& queue = stage.queue();
  const Lease first = co_await next_lease(queue);
  const bool given_back = co_await queue.give_back(first);
  const Lease second = co_await next_lease(queue);
  const bool late = co_await queue.complete(first, record_for_tests(first));
  const bool completed = co_await queue.complete(second, record_for_tests(second));
  const State state = co_await queue.state();

  EXPECT_TRUE(given_back);
  EXPECT_EQ(second.attempt, 1U);
  EXPECT_FALSE(late);
  EXPECT_TRUE(completed);
  EXPECT_TRUE(state.finished());
  EXPECT_EQ(state.retried, 0U);
}
TEST_P(QueueContract, GivingBackCostsNoAttempt) {
  hold(giving_back_costs_no_attempt, StageWish{.limits = {.attempts = 1}});
}

inline Task<> hands_out_nothing_unless_told_to_go(QueueStage& stage) {
  Queue& queue = stage.queue();
  const Lease held = co_await next_lease(queue);
  co_await stage.set_order(Order::pause);
  const std::vector<Lease> paused = co_await queue.lease(1);
  const State state = co_await queue.state();
  const bool completed = co_await queue.complete(held, record_for_tests(held));
  co_await stage.set_order(Order::stop);
  const std::vector<Lease> stopped = co_await queue.lease(1);
  const bool over = co_await queue.over();
  co_await stage.set_order(Order::go);
  const Lease again = co_await next_lease(queue);

  EXPECT_TRUE(paused.empty());
  EXPECT_EQ(state.order, Order::pause);
  EXPECT_TRUE(completed);
  EXPECT_TRUE(stopped.empty());
  EXPECT_TRUE(over);
  EXPECT_NE(again.number, held.number);
}
TEST_P(QueueContract, HandsOutNothingUnlessToldToGo) {
  hold(hands_out_nothing_unless_told_to_go, StageWish{.trials = 2});
}

inline Task<> workers_share_the_trials(QueueStage& stage) {
  const std::vector<Lease> ours = co_await next_leases(stage.queue(), 2);
  const std::vector<Lease> theirs = co_await next_leases(stage.another_worker(), 9);
  Lease stolen = theirs.at(0);
  stolen.token = ours.at(0).token;
  const bool taken = co_await stage.queue().complete(stolen, record_for_tests(stolen));

  std::set<std::uint64_t> numbers;
  for (const Lease& lease : ours) numbers.insert(lease.number);
  for (const Lease& lease : theirs) numbers.insert(lease.number);

  EXPECT_EQ(ours.size() + theirs.size(), 5U);
  EXPECT_EQ(numbers.size(), 5U);
  EXPECT_FALSE(taken);
}
TEST_P(SharedQueueContract, WorkersShareTheTrials) {
  hold(workers_share_the_trials, StageWish{.trials = 5});
}

inline Task<> a_lost_lease_comes_back(QueueStage& stage) {
  Queue& lost = stage.queue();
  Queue& other = stage.another_worker();
  const Lease first = co_await next_lease(lost);
  co_await stage.let_time_to_live_pass();
  const bool too_late = co_await lost.complete(first, record_for_tests(first));
  const Lease second = co_await next_lease(other);
  const bool zombie = co_await lost.complete(first, record_for_tests(first));
  const bool lives = co_await lost.beat();
  const bool still_zombie = co_await lost.complete(first, record_for_tests(first));
  const bool completed = co_await other.complete(second, record_for_tests(second));
  const State state = co_await other.state();

  EXPECT_FALSE(too_late);
  EXPECT_EQ(second.number, first.number);
  EXPECT_EQ(second.attempt, 2U);
  EXPECT_FALSE(zombie);
  EXPECT_FALSE(lives);
  EXPECT_FALSE(still_zombie);
  EXPECT_TRUE(completed);
  EXPECT_TRUE(state.finished());
  EXPECT_EQ(state.retried, 1U);
}
TEST_P(SharedQueueContract, ALostLeaseComesBackAndItsZombieIsRefused) {
  hold(a_lost_lease_comes_back, StageWish{});
}

inline Task<> a_zombie_that_comes_back_first_has_lost_its_leases(QueueStage& stage) {
  Queue& queue = stage.queue();
  const Lease first = co_await next_lease(queue);
  co_await stage.let_time_to_live_pass();
  const bool lives = co_await queue.beat();
  const bool zombie = co_await queue.complete(first, record_for_tests(first));
  const bool lives_again = co_await queue.beat();
  const Lease second = co_await next_lease(queue);
  const bool completed = co_await queue.complete(second, record_for_tests(second));

  EXPECT_FALSE(lives);
  EXPECT_FALSE(zombie);
  EXPECT_TRUE(lives_again);
  EXPECT_TRUE(completed);
}
TEST_P(SharedQueueContract, AWorkerThatWasAwayForTooLongHasLostItsLeases) {
  hold(a_zombie_that_comes_back_first_has_lost_its_leases, StageWish{});
}

inline Task<> what_is_lost_too_often_is_over(QueueStage& stage) {
  Queue& queue = stage.another_worker();
  co_await next_lease(stage.queue());
  co_await stage.let_time_to_live_pass();
  const Lease second = co_await next_lease(queue);
  co_await stage.let_time_to_live_pass();
  co_await queue.beat();
  const State state = co_await queue.state();

  EXPECT_EQ(second.attempt, 2U);
  EXPECT_TRUE(state.finished());
}
TEST_P(SharedQueueContract, WhatIsLostTooOftenIsOver) {
  hold(what_is_lost_too_often_is_over, StageWish{.limits = {.attempts = 2}});
}

}  // namespace redcode::queue
