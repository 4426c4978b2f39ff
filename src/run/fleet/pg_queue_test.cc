#include "run/fleet/pg_queue.h"

#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <memory>
#include <string>
#include <utility>

#include "base/digest.h"
#include "base/failure.h"
#include "base/pause.h"
#include "base/run.h"
#include "base/scope.h"
#include "base/with_timeout.h"
#include "record/tries.h"
#include "run/fleet/cluster_for_tests.h"
#include "run/fleet/fleet_run_for_tests.h"
#include "run/queue/contract_for_tests.h"

namespace redcode::queue {
namespace {

class PgStage : public QueueStage {
 public:
  explicit PgStage(std::unique_ptr<fleet::FleetRun> run)
      : run_(std::move(run)), ours_(run_->worker()), theirs_(run_->worker()) {}

  const plan::Plan& plan() const override { return run_->plan(); }
  Queue& queue() override { return *ours_; }
  Queue& another_worker() override { return *theirs_; }
  Task<> set_order(Order order) override { co_await run_->admin().set_order(run_->key(), order); }
  Task<> let_time_to_live_pass() override {
    run_->let_time_to_live_pass();
    co_return;
  }
  // As the coordinator puts it together.
  Task<record::Record> result(std::uint64_t number) override {
    record::Record result;
    for (const fleet::Collected& one : co_await run_->admin().collect(run_->key(), 10)) {
      if (one.number != number) continue;
      result = record::record_from_text(one.record.value()).value();
      result.attempts = one.attempt;
      EXPECT_TRUE(one.tried_before);
    }
    record::Tries tries;
    for (const fleet::EarlierTry& one : co_await run_->admin().earlier_tries(run_->key(), number)) {
      record::Record tried = record::record_from_text(one.record).value();
      tried.attempts = one.attempt;
      tries.add(tried, sha256_hex);
    }
    tries.count_in(result);
    co_return result;
  }

 private:
  std::unique_ptr<fleet::FleetRun> run_;
  std::unique_ptr<fleet::PgQueue> ours_;
  std::unique_ptr<fleet::PgQueue> theirs_;
};

Task<std::unique_ptr<QueueStage>> make_stage(asio::any_io_executor /*executor*/, StageWish wish) {
  co_return std::make_unique<PgStage>(co_await fleet::FleetRun::make(wish));
}

INSTANTIATE_TEST_SUITE_P(PostgreSql, QueueContract, testing::Values(make_stage));
INSTANTIATE_TEST_SUITE_P(PostgreSql, SharedQueueContract, testing::Values(make_stage));

}  // namespace
}  // namespace redcode::queue

namespace redcode::fleet {
namespace {

using queue::Lease;
using queue::next_lease;
using queue::record_for_tests;
using queue::StageWish;
using std::chrono::milliseconds;
using PgQueueTest = WithCluster;

Task<> complete_again_after_a_lost_answer() {
  const auto run = co_await FleetRun::make(StageWish{});
  const auto worker = run->worker();
  const Lease lease = co_await next_lease(*worker);
  const bool first = co_await worker->complete(lease, record_for_tests(lease));
  const bool again = co_await worker->complete(lease, record_for_tests(lease));
  const bool failed = co_await worker->fail(lease, record_for_tests(lease));
  const bool given_back = co_await worker->give_back(lease);
  const auto results = co_await run->admin().collect(run->key(), 10);

  EXPECT_TRUE(first && again);
  EXPECT_FALSE(failed || given_back);
  EXPECT_EQ(results.size(), 1U);
}

TEST_F(PgQueueTest, TheSameTokenCompletesAgainButEndsNothingElse) {
  run(complete_again_after_a_lost_answer());
}

Task<> repeat_failing_and_giving_back() {
  const auto run = co_await FleetRun::make(StageWish{.trials = 2});
  const auto worker = run->worker();
  const Lease failed = co_await next_lease(*worker);
  const Lease returned = co_await next_lease(*worker);
  bool all = true;
  for (int i = 0; i < 2; ++i) {
    all = co_await worker->fail(failed, record_for_tests(failed)) && all;
    all = co_await worker->give_back(returned) && all;
  }
  const queue::State state = co_await worker->state();

  EXPECT_TRUE(all);
  EXPECT_EQ(state.queued, 2U);
  EXPECT_EQ(state.retried, 1U);
}

TEST_F(PgQueueTest, FailingAndGivingBackMayBeRepeatedToo) { run(repeat_failing_and_giving_back()); }

Task<> beat_through_several_lives() {
  const auto run = co_await FleetRun::make(StageWish{});
  const auto worker = run->worker(milliseconds(3000));  // a beat may be two seconds late
  const Lease lease = co_await next_lease(*worker);
  bool alive = true;
  for (int i = 0; i < 4; ++i) {
    co_await pause_for(worker->beat_interval());
    alive = co_await worker->beat() && alive;
  }
  const bool completed = co_await worker->complete(lease, record_for_tests(lease));

  EXPECT_TRUE(alive);
  EXPECT_TRUE(completed);
}

TEST_F(PgQueueTest, BeatsKeepLeasesBeyondTheTimeToLive) { run(beat_through_several_lives()); }

// A beat that began in time was committed after another call had found the worker silent for too
// long.
Task<> a_lease_that_was_refused_and_saved() {
  const auto run = co_await FleetRun::make(StageWish{.trials = 2});
  const auto worker = run->worker();
  const Lease dropped = co_await next_lease(*worker);
  const Lease kept = co_await next_lease(*worker);
  run->let_time_to_live_pass();
  const bool completed = co_await worker->complete(dropped, record_for_tests(dropped));
  cluster().execute("fleet", fmt::format("UPDATE redcode.worker SET alive_until = now() + interval "
                                         "'1 minute' WHERE run = '{}'",
                                         run->key()));
  const bool lives = co_await worker->beat();
  const queue::State state = co_await worker->state();
  const Lease again = co_await next_lease(*worker);
  const bool completed_again = co_await worker->complete(again, record_for_tests(again));
  const bool completed_kept = co_await worker->complete(kept, record_for_tests(kept));

  EXPECT_FALSE(completed);
  EXPECT_TRUE(lives);
  EXPECT_EQ(state.queued, 1U);
  EXPECT_EQ(state.leased, 1U);
  EXPECT_EQ(again.number, dropped.number);
  EXPECT_EQ(again.attempt, 1U);
  EXPECT_TRUE(completed_again && completed_kept);
}

TEST_F(PgQueueTest, WhatAWorkerHoldsNoMoreGoesBackThoughItLives) {
  run(a_lease_that_was_refused_and_saved());
}

Task<> silence_for_longer_than_a_life() {
  const auto run = co_await FleetRun::make(StageWish{});
  const auto worker = run->worker(milliseconds(300));
  const Lease lease = co_await next_lease(*worker);
  co_await pause_for(milliseconds(500));
  const bool completed = co_await worker->complete(lease, record_for_tests(lease));

  EXPECT_FALSE(completed);
}

TEST_F(PgQueueTest, SilenceLosesThem) { run(silence_for_longer_than_a_life()); }

Task<> lease_before_beating() {
  const auto run = co_await FleetRun::make(StageWish{});
  const auto worker = run->worker();
  co_await next_lease(*worker);
  run->let_time_to_live_pass();
  co_await next_lease(*worker);
  const bool told = !co_await worker->beat();
  const bool lives = co_await worker->beat();

  EXPECT_TRUE(told);
  EXPECT_TRUE(lives);
}

TEST_F(PgQueueTest, AWorkerIsToldOfItsLossThoughItLeasedFirst) { run(lease_before_beating()); }

Task<> come_after_many_that_died() {
  const auto run = co_await FleetRun::make(StageWish{});
  cluster().execute("fleet",
                    fmt::format("INSERT INTO redcode.worker (run, worker, alive_until) SELECT "
                                "'{}', n, now() - interval '6 minutes' * (n % 2) - interval '1 s' "
                                "FROM generate_series(1, 12000) n",
                                run->key()));
  const auto worker = run->worker();
  const auto leases = co_await worker->lease(1);
  const auto rows =
      co_await Pool(co_await asio::this_coro::executor, PoolOptions{.url = cluster().admin_url()})
          .query("SELECT count(*) FROM redcode.worker WHERE run = $1", Params(1, run->key()));

  EXPECT_EQ(leases.size(), 1U);
  EXPECT_EQ(rows.number(0, 0), 11001);  // a thousand are forgotten at a time
}

TEST_F(PgQueueTest, DeadWorkersKeepNobodyOut) { run(come_after_many_that_died()); }

// Calls lease() on the server as the worker would, and forgets the answer.
Task<> lease_into_the_void(const FleetRun& run, const PgQueue& worker, std::string call) {
  PgConnection connection =
      co_await PgConnection::open(cluster().worker_url(run.login()), PgLimits());
  Params params{run.key(), worker.worker(), "5", "60000", std::move(call), "0"};
  co_await connection.query("SELECT * FROM redcode.lease($1, $2, $3, $4, $5, $6)",
                            std::move(params));
}

Task<> be_overtaken() {
  const auto run = co_await FleetRun::make(StageWish{.trials = 5, .limits = {.attempts = 1}});
  const auto worker = run->worker();
  co_await next_lease(*worker);
  co_await lease_into_the_void(*run, *worker, "1");
  const queue::State state = co_await worker->state();

  EXPECT_EQ(state.leased, 1U);
}

TEST_F(PgQueueTest, ACallThatComesAfterItsSuccessorIsGivenNothing) { run(be_overtaken()); }

Task<> cancel_a_lease_on_its_way() {
  const auto run = co_await FleetRun::make(StageWish{.trials = 5, .limits = {.attempts = 1}});
  const auto worker = run->worker();
  co_await lease_into_the_void(*run, *worker, "1");
  const queue::State stray = co_await worker->state();
  co_await with_timeout(milliseconds(0), worker->lease(5));  // call 1 in the worker's own count
  const auto leases = co_await worker->lease(5);

  EXPECT_EQ(stray.leased, 5U);
  EXPECT_EQ(leases.size(), 5U);
  for (const Lease& lease : leases) EXPECT_EQ(lease.attempt, 1U);
}

TEST_F(PgQueueTest, TrialsOfALostAnswerAreHandedOutAgainUncounted) {
  run(cancel_a_lease_on_its_way());
}

Task<> work_across_a_crash() {
  const auto run = co_await FleetRun::make(StageWish{.trials = 3});
  const auto worker = run->worker();
  const Lease lease = co_await next_lease(*worker);
  cluster().stop(SIGQUIT);
  Scope scope(co_await asio::this_coro::executor);
  scope.spawn(start_after(milliseconds(500)));
  const bool completed = co_await worker->complete(lease, record_for_tests(lease));
  const auto more = co_await worker->lease(5);
  co_await scope.join();

  EXPECT_TRUE(completed);
  EXPECT_EQ(more.size(), 2U);
}

TEST_F(PgQueueTest, WorkOutlastsACrashOfTheServer) { run(work_across_a_crash()); }

Task<> work_off(FleetRun& run, std::uint64_t& completed) {
  const auto worker = run.worker();
  while (true) {
    const auto leases = co_await worker->lease(7);
    if (leases.empty()) co_return;
    for (const Lease& lease : leases) {
      if (co_await worker->complete(lease, record_for_tests(lease))) ++completed;
    }
  }
}

Task<> many_workers_at_once() {
  const auto run = co_await FleetRun::make(StageWish{.trials = 300});
  std::uint64_t completed = 0;
  Scope scope(co_await asio::this_coro::executor);
  for (int i = 0; i < 8; ++i) scope.spawn(work_off(*run, completed));
  co_await scope.join();
  const auto results = co_await run->admin().collect(run->key(), 1000);
  const queue::State state = co_await run->admin().state(run->key());

  EXPECT_EQ(completed, 300U);
  EXPECT_EQ(results.size(), 300U);
  EXPECT_TRUE(state.finished());
}

TEST_F(PgQueueTest, ManyWorkersAtOnceCompleteEachTrialOnce) { run(many_workers_at_once()); }

// Ends every connection of the run's workers, again and again until all is done.
Task<> cut_connections(FleetRun& run, std::uint64_t& cuts) {
  PgConnection connection = co_await PgConnection::open(cluster().admin_url(), PgLimits());
  while (true) {
    const queue::State state = co_await run.admin().state(run.key());
    if (state.finished()) co_return;
    const Rows rows = co_await connection.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1",
        Params(1, run.login().role));
    cuts += rows.size();
    co_await pause_for(milliseconds(80));
  }
}

Task<> work_until_finished(FleetRun& run) {
  const auto worker = run.worker();
  while (true) {
    const auto leases = co_await worker->lease(4);
    for (const Lease& lease : leases) co_await worker->complete(lease, record_for_tests(lease));
    const queue::State state = co_await worker->state();
    if (state.finished()) co_return;
  }
}

Task<> cut_connections_of_workers() {
  const auto run = co_await FleetRun::make(StageWish{.trials = 400, .limits = {.attempts = 1}});
  std::uint64_t cuts = 0;
  Scope scope(co_await asio::this_coro::executor);
  for (int i = 0; i < 4; ++i) scope.spawn(work_until_finished(*run));
  scope.spawn(cut_connections(*run, cuts));
  co_await scope.join();
  const auto results = co_await run->admin().collect(run->key(), 1000);
  const queue::State state = co_await run->admin().state(run->key());

  EXPECT_GT(cuts, 0U);
  EXPECT_EQ(state.retried, 0U);
  EXPECT_EQ(results.size(), 400U);
  for (const Collected& result : results) EXPECT_TRUE(result.record) << result.number;
}

TEST_F(PgQueueTest, ConnectionsThatAreCutAllTheTimeCostNoTrialAnAttempt) {
  run(cut_connections_of_workers());
}

Task<> fetch_and_compare() {
  const auto run = co_await FleetRun::make(StageWish{});
  const WorkerAssignment assignment = co_await fetch_assignment(cluster().worker_url(run->login()));

  EXPECT_EQ(assignment.run, run->key());
  EXPECT_EQ(assignment.spec, run->new_run().spec);
}

TEST_F(PgQueueTest, AWorkerIsToldItsRunAndSpec) { run(fetch_and_compare()); }

Task<> fetch_as_admin() { co_await fetch_assignment(cluster().admin_url()); }

TEST_F(PgQueueTest, WhoIsNoWorkerHasNoAssignment) { EXPECT_THROW(run(fetch_as_admin()), Failure); }

Task<> send_too_large_a_record() {
  const auto run = co_await FleetRun::make(StageWish{});
  const auto worker = run->worker();
  const Lease lease = co_await next_lease(*worker);
  record::Record large = record_for_tests(lease);
  large.failure = std::string(65 << 20U, 'x');
  const bool counted = co_await worker->complete(lease, large);
  const std::vector<Collected> results = co_await run->admin().collect(run->key(), 10);

  EXPECT_TRUE(counted);
  EXPECT_EQ(results.size(), 1U);
  const Result<record::Record> kept = record::record_from_text(results.at(0).record.value());
  EXPECT_TRUE(kept.has_value());
  EXPECT_EQ(kept->verdict.outcome, record::Outcome::invalid);
  EXPECT_EQ(kept->trial, lease.trial);
}

TEST_F(PgQueueTest, OfARecordThatIsTooLargeItIsToldThatThereWasOne) {
  run(send_too_large_a_record());
}

}  // namespace
}  // namespace redcode::fleet
