#include "run/fleet/admin.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/failure.h"
#include "base/run.h"
#include "base/with_timeout.h"
#include "run/fleet/cluster_for_tests.h"
#include "run/fleet/fleet_run_for_tests.h"

namespace redcode::fleet {
namespace {

using queue::Lease;
using queue::next_lease;
using queue::next_leases;
using queue::record_for_tests;
using queue::StageWish;
using AdminTest = WithCluster;

TEST(Spans, HoldTheNumbersWhoseBitIsSet) {
  const std::vector<bool> bits{true, true, false, true, false, false, true, true};

  EXPECT_EQ(spans_of(bits), (std::vector<Span>{{0, 2}, {3, 4}, {6, 8}}));
  EXPECT_EQ(spans_of({}), std::vector<Span>());
}

Task<> install_again() {
  const auto run = co_await FleetRun::make(StageWish{.trials = 4});
  co_await run->admin().install();
  const queue::State state = co_await run->admin().state(run->key());

  EXPECT_EQ(state.queued, 4U);
}

TEST_F(AdminTest, InstallingAgainKeepsEverything) { run(install_again()); }

Task<> install_over_a_newer_schema() {
  cluster().execute("fleet", "UPDATE redcode.version SET number = 2");
  Admin admin(co_await asio::this_coro::executor, cluster().admin_url());
  bool refused = false;
  try {
    co_await admin.install();
  } catch (const Failure& failure) {
    refused = failure.kind() == Failure::Kind::corrupt;
  }
  cluster().execute("fleet", "UPDATE redcode.version SET number = 1");

  EXPECT_TRUE(refused);
}

TEST_F(AdminTest, ANewerSchemaIsLeftAlone) { run(install_over_a_newer_schema()); }

Task<> create_with_some_done() {
  Admin admin(co_await asio::this_coro::executor, cluster().admin_url());
  const NewRun wanted{
      .key = key_for_tests(), .spec = "{}", .planned = 10, .have = {{0, 3}, {9, 10}}};
  const bool made = co_await admin.create_run(wanted);
  const bool made_again = co_await admin.create_run(wanted);
  const queue::State state = co_await admin.state(wanted.key);

  EXPECT_TRUE(made);
  EXPECT_FALSE(made_again);
  EXPECT_EQ(state.planned, 10U);
  EXPECT_EQ(state.queued, 6U);
  EXPECT_EQ(state.over, 4U);
}

TEST_F(AdminTest, ARunIsMadeOnceWithoutWhatIsDone) { run(create_with_some_done()); }

Task<> create_with_another_size() {
  const auto run = co_await FleetRun::make(StageWish{.trials = 4});
  NewRun other = run->new_run();
  other.planned = 5;
  co_await run->admin().create_run(other);
}

TEST_F(AdminTest, ARunOfAnotherSizeIsRefused) {
  EXPECT_THROW(run(create_with_another_size()), Failure);
}

Task<std::vector<std::uint64_t>> complete_all(FleetRun& run) {
  const auto worker = run.worker();
  const std::vector<Lease> leases = co_await next_leases(*worker, 100);
  std::vector<std::uint64_t> numbers;
  for (const Lease& lease : leases) {
    co_await worker->complete(lease, record_for_tests(lease));
    numbers.push_back(lease.number);
  }
  co_return numbers;
}

Task<> collect_in_two_batches() {
  const auto run = co_await FleetRun::make(StageWish{.trials = 3});
  co_await complete_all(*run);
  const auto first = co_await run->admin().collect(run->key(), 2);
  const auto repeated = co_await run->admin().collect(run->key(), 2);
  co_await run->admin().mark_collected(run->key(), std::vector<std::uint64_t>{0, 1});
  const auto second = co_await run->admin().collect(run->key(), 2);

  EXPECT_EQ(first.size(), 2U);
  EXPECT_EQ(repeated.size(), 2U);
  EXPECT_EQ(second.size(), 1U);
  EXPECT_EQ(second.at(0).number, 2U);
  EXPECT_EQ(second.at(0).attempt, 1U);
  const auto record = record::record_from_text(second.at(0).record.value_or(""));
  EXPECT_TRUE(record && record->trial == run->plan().trial(2));
}

TEST_F(AdminTest, ResultsAreCollectedUntilTheyAreMarked) { run(collect_in_two_batches()); }

Task<> lose_the_run_folder() {
  const auto run = co_await FleetRun::make(StageWish{.trials = 3});
  const auto numbers = co_await complete_all(*run);
  co_await run->admin().mark_collected(run->key(), numbers);
  NewRun again = run->new_run();
  again.have = {{1, 2}};
  co_await run->admin().create_run(again);
  const auto results = co_await run->admin().collect(run->key(), 10);

  EXPECT_EQ(results.size(), 2U);
  EXPECT_EQ(results.at(0).number, 0U);
  EXPECT_EQ(results.at(1).number, 2U);
}

TEST_F(AdminTest, WhatTheRunFolderHasNotIsCollectedAgain) { run(lose_the_run_folder()); }

Task<> lose_a_result_nobody_has() {
  Admin admin(co_await asio::this_coro::executor, cluster().admin_url());
  NewRun wanted{.key = key_for_tests(), .spec = "{}", .planned = 4, .have = {{0, 4}}};
  co_await admin.create_run(wanted);
  wanted.have = {{0, 1}};
  co_await admin.create_run(wanted);
  const queue::State state = co_await admin.state(wanted.key);

  EXPECT_EQ(state.queued, 3U);
}

TEST_F(AdminTest, ATrialWhoseResultNobodyHasIsQueuedAgain) { run(lose_a_result_nobody_has()); }

Task<> reject_until_it_is_over() {
  const auto run = co_await FleetRun::make(StageWish{.limits = {.attempts = 2}});
  co_await complete_all(*run);
  const bool rejected = co_await run->admin().reject(run->key(), 0);
  const bool twice = co_await run->admin().reject(run->key(), 0);
  const queue::State between = co_await run->admin().state(run->key());
  co_await complete_all(*run);
  const bool rejected_again = co_await run->admin().reject(run->key(), 0);
  const queue::State after = co_await run->admin().state(run->key());
  const auto results = co_await run->admin().collect(run->key(), 10);

  EXPECT_TRUE(rejected && rejected_again);
  EXPECT_FALSE(twice);
  EXPECT_EQ(between.queued, 1U);
  EXPECT_TRUE(after.finished());
  EXPECT_EQ(results.size(), 1U);
  EXPECT_FALSE(results.at(0).record);
  EXPECT_NE(results.at(0).reason, "");
}

TEST_F(AdminTest, ARejectedResultIsQueuedAgainAndOverAfterTheLastAttempt) {
  run(reject_until_it_is_over());
}

Task<> reap_lost_workers() {
  const auto run = co_await FleetRun::make(StageWish{.trials = 2, .limits = {.attempts = 2}});
  const auto worker = run->worker();
  co_await next_leases(*worker, 2);
  const Reaped alive = co_await run->admin().reap(run->key());
  run->let_time_to_live_pass();
  const Reaped once = co_await run->admin().reap(run->key());
  co_await next_leases(*worker, 2);
  run->let_time_to_live_pass();
  const Reaped twice = co_await run->admin().reap(run->key());
  const auto results = co_await run->admin().collect(run->key(), 10);

  EXPECT_EQ(alive.queued_again + alive.given_up, 0U);
  EXPECT_EQ(once.queued_again, 2U);
  EXPECT_EQ(twice.queued_again, 0U);
  EXPECT_EQ(twice.given_up, 2U);
  EXPECT_EQ(results.size(), 2U);
  EXPECT_EQ(results.at(0).reason, "its worker was lost 2 times");
  EXPECT_EQ(results.at(0).attempt, 2U);
}

TEST_F(AdminTest, ReapingQueuesAgainOrGivesUp) { run(reap_lost_workers()); }

// While another transaction is under way on the server.
Task<PgConnection> begin(std::string sql) {
  PgConnection connection = co_await PgConnection::open(cluster().admin_url(), PgLimits());
  co_await connection.query("BEGIN", Params());
  co_await connection.query(std::move(sql), Params());
  co_return connection;
}

std::string creating(const std::string& key, std::string_view coordinator) {
  return fmt::format(
      "SELECT redcode.create_run('{}', '{{}}', 1, "
      "'{{\"attempts\": 3, \"backoff_ms\": 1000, \"coordinator\": \"{}\"}}', '{{}}')",
      key, coordinator);
}

Task<> work_while_another_run_is_loaded() {
  const auto run = co_await FleetRun::make(StageWish{});
  const auto worker = run->worker();
  PgConnection loading = co_await begin(creating(key_for_tests(), "other"));
  const auto leases = co_await with_timeout(std::chrono::seconds(10), worker->lease(1));
  const bool leased = leases && leases->size() == 1;
  std::optional<bool> completed;
  if (leased) {
    completed = co_await with_timeout(
        std::chrono::seconds(10), worker->complete(leases->at(0), record_for_tests(leases->at(0))));
  }
  co_await loading.query("ROLLBACK", Params());

  EXPECT_TRUE(leased);
  EXPECT_EQ(completed, true);
}

TEST_F(AdminTest, LoadingARunKeepsNobodyElseWaiting) { run(work_while_another_run_is_loaded()); }

Task<> reap_while_a_worker_is_heard_of() {
  const auto run = co_await FleetRun::make(StageWish{.limits = {.attempts = 1}});
  const auto worker = run->worker();
  const Lease lease = co_await next_lease(*worker);
  run->let_time_to_live_pass();
  PgConnection beating = co_await begin(fmt::format(
      "UPDATE redcode.worker SET alive_until = now() + interval '1 minute' WHERE run = '{}'",
      run->key()));
  const Reaped reaped = co_await run->admin().reap(run->key());
  co_await beating.query("COMMIT", Params());
  const bool completed = co_await worker->complete(lease, record_for_tests(lease));

  EXPECT_EQ(reaped.queued_again + reaped.given_up, 0U);
  EXPECT_TRUE(completed);
}

TEST_F(AdminTest, ReapingTakesNothingFromAWorkerThatIsBeingHeardOf) {
  run(reap_while_a_worker_is_heard_of());
}

Task<std::string> complaint_of(Task<std::vector<Collected>> collecting) {
  try {
    co_await std::move(collecting);
  } catch (const Failure& failure) {
    co_return failure.what();
  }
  co_return "";
}

Task<std::optional<Failure>> failure_of(std::string sql) {
  PgConnection connection = co_await PgConnection::open(cluster().admin_url(), PgLimits());
  try {
    co_await connection.query(std::move(sql), Params());
  } catch (const Failure& failure) {
    co_return failure;
  }
  co_return std::nullopt;
}

Task<> coordinate_by_two() {
  const auto run = co_await FleetRun::make(StageWish{});
  Admin second(co_await asio::this_coro::executor, cluster().admin_url());
  const std::optional<Failure> refused = co_await failure_of(creating(run->key(), "second"));
  const std::string first_lives = co_await complaint_of(run->admin().collect(run->key(), 1));
  cluster().execute("fleet", fmt::format("UPDATE redcode.run SET coordinator_until = now() - "
                                         "interval '1 second' WHERE run = '{}'",
                                         run->key()));
  co_await second.create_run(run->new_run());
  const std::string first_is_out = co_await complaint_of(run->admin().collect(run->key(), 1));
  const std::string second_lives = co_await complaint_of(second.collect(run->key(), 1));

  EXPECT_TRUE(refused && refused->kind() == Failure::Kind::unavailable);
  EXPECT_NE(std::string(refused ? refused->what() : "").find("another coordinator"),
            std::string::npos);
  EXPECT_EQ(first_lives, "");
  EXPECT_NE(first_is_out.find("another coordinator"), std::string::npos);
  EXPECT_EQ(second_lives, "");
}

TEST_F(AdminTest, ARunHasOneCoordinatorUntilThatIsSilent) { run(coordinate_by_two()); }

Task<> coordinate_again_by_the_same() {
  const auto executor = co_await asio::this_coro::executor;
  Admin before(executor, cluster().admin_url());
  Admin after(executor, cluster().admin_url());
  const NewRun wanted{
      .key = key_for_tests(), .spec = "{}", .planned = 1, .coordinator = "host:/folder"};
  co_await before.create_run(wanted);
  const auto made = co_await with_timeout(std::chrono::seconds(20), after.create_run(wanted));

  EXPECT_EQ(made, false);
}

TEST_F(AdminTest, TheSameCoordinatorGoesOnAtOnce) { run(coordinate_again_by_the_same()); }

Task<> allow_more_attempts() {
  const auto run = co_await FleetRun::make(StageWish{.limits = {.attempts = 1}});
  const auto worker = run->worker();
  const Lease first = co_await next_lease(*worker);
  co_await worker->fail(first, record_for_tests(first));
  NewRun again = run->new_run();
  again.limits.attempts = 2;
  co_await run->admin().create_run(again);
  const auto results = co_await run->admin().collect(run->key(), 10);
  const Lease second = co_await next_lease(*worker);

  EXPECT_EQ(results.size(), 0U);
  EXPECT_EQ(second.attempt, 2U);
}

TEST_F(AdminTest, WhatWasGivenUpIsTriedAgainWhenMoreAttemptsAreAllowed) {
  run(allow_more_attempts());
}

Task<> list_and_drop() {
  const auto run = co_await FleetRun::make(StageWish{.trials = 3});
  co_await complete_all(*run);
  const auto listed = co_await run->admin().list();
  co_await run->admin().drop_run(run->key());
  co_await run->admin().drop_run(run->key());
  const auto after = co_await run->admin().list();

  const auto is_it = [&run](const RunRow& row) { return row.key == run->key(); };
  const auto found = std::ranges::find_if(listed, is_it);
  EXPECT_NE(found, listed.end());
  if (found == listed.end()) co_return;
  EXPECT_EQ(found->role, run->login().role);
  EXPECT_EQ(found->workers, 1U);
  EXPECT_EQ(found->uncollected, 3U);
  EXPECT_TRUE(found->state.finished());
  EXPECT_EQ(found->created_at.size(), std::string("2026-01-01T00:00:00Z").size());
  EXPECT_TRUE(std::ranges::none_of(after, is_it));
}

TEST_F(AdminTest, RunsAreListedAndDropped) { run(list_and_drop()); }

Task<> work_on_a_dropped_run() {
  const auto run = co_await FleetRun::make(StageWish{});
  const auto worker = run->worker();
  const Lease lease = co_await next_lease(*worker);
  co_await run->admin().drop_run(run->key());
  co_await worker->complete(lease, record_for_tests(lease));
}

TEST_F(AdminTest, ADroppedRunTakesNoResults) {
  EXPECT_THROW(run(work_on_a_dropped_run()), Failure);
}

Task<> order_an_unknown_run() {
  Admin admin(co_await asio::this_coro::executor, cluster().admin_url());
  co_await admin.set_order(key_for_tests(), queue::Order::pause);
}

TEST_F(AdminTest, AnUnknownRunIsAFailure) { EXPECT_THROW(run(order_an_unknown_run()), Failure); }

}  // namespace
}  // namespace redcode::fleet
