// What a worker's login can and cannot do, against the real server.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/failure.h"
#include "base/run.h"
#include "run/fleet/admin.h"
#include "run/fleet/cluster_for_tests.h"
#include "run/fleet/fleet_run_for_tests.h"
#include "run/fleet/pg_queue.h"

namespace redcode::fleet {
namespace {

using queue::Lease;
using queue::next_lease;
using queue::record_for_tests;
using queue::StageWish;
using FleetSecurityTest = WithCluster;

// "": it worked; else what was said against it.
Task<std::string> complaint_about(std::string url, std::string sql) {
  try {
    PgConnection connection = co_await PgConnection::open(std::move(url), PgLimits());
    co_await connection.query(std::move(sql), Params());
  } catch (const Failure& failure) {
    co_return failure.what();
  }
  co_return "";
}

Task<> try_forbidden_statements() {
  const auto run = co_await FleetRun::make(StageWish{.trials = 2});
  const std::string url = cluster().worker_url(run->login());
  const std::vector<std::string> statements{
      "SELECT * FROM redcode.run",
      "SELECT * FROM redcode.trial",
      "SELECT * FROM redcode.result",
      "SELECT * FROM redcode.worker",
      "SELECT * FROM redcode.trial_" + run->key(),
      "UPDATE redcode.trial SET status = 2",
      "INSERT INTO redcode.result (run, number, attempt) VALUES ('x', 1, 1)",
      "DELETE FROM redcode.run",
      "SELECT redcode.drop_run('" + run->key() + "')",
      "SELECT redcode.set_order('" + run->key() + "', 'stop')",
      "SELECT * FROM redcode.collect('" + run->key() + "', 10)",
      "SELECT * FROM redcode.list_runs()",
      "SELECT * FROM redcode.state_of('" + run->key() + "')",
      "SELECT * FROM redcode.take('" + run->key() + "', 'w', 1, 1)",
      "SELECT redcode.requeue_lost('" + run->key() + "', NULL)",
      "SELECT redcode.let_in('" + run->key() + "', NULL)",
      "CREATE TABLE redcode.mine (x int)",
      "CREATE TABLE public.mine (x int)",
      "CREATE TEMPORARY TABLE mine (x int)",
      "SELECT lo_create(0)",
      "SELECT pg_terminate_backend(1)",
      "SELECT pg_cancel_backend(1)",
      "SET temp_file_limit = -1",
      "ALTER ROLE CURRENT_USER SET temp_file_limit = -1",
      "ALTER ROLE CURRENT_USER CONNECTION LIMIT -1",
      "CREATE ROLE friend",
      "COPY redcode.trial TO PROGRAM 'true'",
      "SELECT pg_read_file('/etc/passwd')",
      "SET ROLE postgres"};
  for (const std::string& statement : statements) {
    const std::string complaint = co_await complaint_about(url, statement);
    const bool refused = complaint.find("permission denied") != std::string::npos ||
                         complaint.find("must be superuser") != std::string::npos;
    EXPECT_TRUE(refused) << statement << ": " << complaint;
  }
  const std::string allowed =
      co_await complaint_about(url, "SELECT * FROM redcode.state('" + run->key() + "')");
  EXPECT_EQ(allowed, "");
}

TEST_F(FleetSecurityTest, AWorkerMayCallItsFunctionsAndNothingElse) {
  run(try_forbidden_statements());
}

Task<> wedge_the_role() {
  const auto run = co_await FleetRun::make(StageWish{});
  const std::string url = cluster().worker_url(run->login());
  const std::string lease =
      fmt::format("SELECT * FROM redcode.lease('{}', 'w', 1, 60000, 1, 0)", run->key());
  co_await complaint_about(url, "ALTER ROLE CURRENT_USER SET default_transaction_read_only = on");
  co_await complaint_about(
      url, "ALTER ROLE CURRENT_USER IN DATABASE fleet SET default_transaction_read_only = on");
  const std::string wedged = co_await complaint_about(url, lease);
  cluster().execute("fleet", fmt::format("UPDATE redcode.run SET coordinator_until = now() "
                                         "WHERE run = '{}'",
                                         run->key()));
  co_await run->admin().reap(run->key());
  const std::string mended = co_await complaint_about(url, lease);
  const std::string bounds =
      co_await complaint_about(url,
                               "SELECT 1 / (current_setting('temp_file_limit') = '256MB' AND "
                               "current_setting('statement_timeout') = '30s')::integer");

  EXPECT_NE(wedged.find("read-only"), std::string::npos) << wedged;
  EXPECT_EQ(mended, "");
  EXPECT_EQ(bounds, "");
}

TEST_F(FleetSecurityTest, SettingsThatAWorkerChangesForItsRoleAreSetBack) { run(wedge_the_role()); }

Task<> try_another_run() {
  const auto ours = co_await FleetRun::make(StageWish{});
  const auto theirs = co_await FleetRun::make(StageWish{});
  const auto their_worker = theirs->worker();
  const Lease lease = co_await next_lease(*their_worker);
  const std::string url = cluster().worker_url(ours->login());
  const std::string target =
      fmt::format("'{}', {}, '{}'", theirs->key(), lease.number, lease.token);
  const std::vector<std::string> statements{
      "SELECT * FROM redcode.lease('" + theirs->key() + "', 'w', 1, 60000, 1, 0)",
      "SELECT redcode.beat('" + theirs->key() + "', 'w', 60000, 0, '{}')",
      "SELECT redcode.complete(" + target + ", '{}')",
      "SELECT redcode.fail(" + target + ", '{}')",
      "SELECT redcode.give_back(" + target + ")",
      "SELECT * FROM redcode.state('" + theirs->key() + "')",
      "SELECT * FROM redcode.state('0000000000000000')"};
  for (const std::string& statement : statements) {
    const std::string complaint = co_await complaint_about(url, statement);
    EXPECT_NE(complaint.find("no such run for this role"), std::string::npos)
        << statement << ": " << complaint;
  }
  const queue::State state = co_await theirs->admin().state(theirs->key());
  EXPECT_EQ(state.leased, 1U);
}

TEST_F(FleetSecurityTest, EvenWithATokenAnotherRunIsOutOfReach) { run(try_another_run()); }

Task<> try_out_of_bounds() {
  const auto run = co_await FleetRun::make(StageWish{});
  const std::string url = cluster().worker_url(run->login());
  const std::string long_name(65, 'w');
  const std::vector<std::string> arguments{"'w', 1001, 60000, 1, 0",
                                           "'w', 0, 60000, 1, 0",
                                           "'w', NULL, 60000, 1, 0",
                                           "'w', 1, 3600001, 1, 0",
                                           "'w', 1, 1, 1, 0",
                                           "'w', 1, NULL, 1, 0",
                                           "'" + long_name + "', 1, 60000, 1, 0",
                                           "'', 1, 60000, 1, 0",
                                           "NULL, 1, 60000, 1, 0"};
  for (const std::string& list : arguments) {
    const std::string complaint = co_await complaint_about(
        url, "SELECT * FROM redcode.lease('" + run->key() + "', " + list + ")");
    EXPECT_NE(complaint, "") << list;
  }
  const queue::State state = co_await run->admin().state(run->key());
  EXPECT_EQ(state.leased, 0U);
}

TEST_F(FleetSecurityTest, WhatAWorkerAsksForIsBounded) { run(try_out_of_bounds()); }

Task<> complete_without_a_lease() {
  const auto run = co_await FleetRun::make(StageWish{});
  const auto worker = run->worker();
  const Lease never{.number = 0, .trial = run->plan().trial(0), .token = ""};
  const bool without = co_await worker->complete(never, record_for_tests(never));
  const std::string null_token = co_await complaint_about(
      cluster().worker_url(run->login()),
      "SELECT 1 / redcode.complete('" + run->key() + "', 0, NULL, '{}')::integer");

  EXPECT_FALSE(without);
  EXPECT_NE(null_token.find("division by zero"), std::string::npos);
}

TEST_F(FleetSecurityTest, NothingIsCompletedWithoutALease) { run(complete_without_a_lease()); }

Task<> try_logins() {
  const auto run = co_await FleetRun::make(StageWish{});
  Login wrong = run->login();
  wrong.password = "wrong";
  const std::string refused = co_await complaint_about(cluster().worker_url(wrong), "SELECT 1");
  const Login renewed = co_await run->admin().login_by_password(run->key());
  const std::string old = co_await complaint_about(cluster().worker_url(run->login()), "SELECT 1");
  const std::string good = co_await complaint_about(cluster().worker_url(renewed), "SELECT 1");

  EXPECT_NE(refused.find("password authentication failed"), std::string::npos) << refused;
  EXPECT_EQ(refused.find("wrong"), std::string::npos);
  EXPECT_NE(old, "");
  EXPECT_EQ(good, "");
}

TEST_F(FleetSecurityTest, OnlyTheLastPasswordOpens) { run(try_logins()); }

Task<> use_the_wrong_password() {
  const auto run = co_await FleetRun::make(StageWish{});
  Login wrong = run->login();
  wrong.password = "wrong";
  co_await fetch_assignment(cluster().worker_url(wrong));
}

TEST_F(FleetSecurityTest, AWrongPasswordIsNotTriedAgain) {
  const auto before = std::chrono::steady_clock::now();

  EXPECT_THROW(run(use_the_wrong_password()), Failure);

  EXPECT_LT(std::chrono::steady_clock::now() - before, std::chrono::seconds(20));
}

Task<> log_in_by_certificate() {
  Admin admin(co_await asio::this_coro::executor, cluster().admin_url("by_certificate"));
  const NewRun wanted{.key = key_for_tests(), .spec = "the spec", .planned = 1};
  co_await admin.create_run(wanted);
  const std::string too_early = co_await complaint_about(
      cluster().certificate_url("redcode_w_" + wanted.key, "server"), "SELECT 1");
  const Login login = co_await admin.login_by_certificate(wanted.key);
  const Authority stranger(cluster().folder(), "stranger");
  cluster().authority().sign("ours", login.role);
  cluster().authority().sign("somebody", "somebody");
  stranger.sign("forged", login.role);

  const WorkerAssignment assignment =
      co_await fetch_assignment(cluster().certificate_url(login.role, "ours"));
  const std::string of_another =
      co_await complaint_about(cluster().certificate_url(login.role, "somebody"), "SELECT 1");
  const std::string of_a_stranger =
      co_await complaint_about(cluster().certificate_url(login.role, "forged"), "SELECT 1");
  const std::string without =
      co_await complaint_about(cluster().certificate_url(login.role, "none"), "SELECT 1");

  EXPECT_NE(too_early, "");
  EXPECT_EQ(assignment.spec, "the spec");
  EXPECT_NE(of_another.find("certificate authentication failed"), std::string::npos) << of_another;
  EXPECT_NE(of_a_stranger, "");
  EXPECT_NE(without, "");
}

TEST_F(FleetSecurityTest, OnlyACertificateOfOurAuthorityForThisRoleOpens) {
  run(log_in_by_certificate());
}

Task<> drop_a_run_whose_role_owns_something_elsewhere() {
  const auto run = co_await FleetRun::make(StageWish{});
  const std::string role = run->login().role;
  cluster().execute("postgres", fmt::format("CREATE TABLE left_{} ()", run->key()));
  cluster().execute("postgres", fmt::format("ALTER TABLE left_{} OWNER TO {}", run->key(), role));
  co_await run->admin().drop_run(run->key());
  const std::vector<RunRow> left = co_await run->admin().list();
  const std::string gone = co_await complaint_about(cluster().worker_url(run->login()), "SELECT 1");

  for (const RunRow& row : left) EXPECT_NE(row.key, run->key());
  EXPECT_NE(gone, "");
}

TEST_F(FleetSecurityTest, ALoginThatCannotBeRemovedIsLocked) {
  run(drop_a_run_whose_role_owns_something_elsewhere());
}

Task<> own_without_being_a_superuser() {
  cluster().execute("postgres", "CREATE ROLE deputy LOGIN CREATEROLE");
  cluster().execute("postgres", "CREATE DATABASE deputys OWNER deputy");
  const std::string url = fmt::format("postgresql:///deputys?host={}&port={}&user=deputy",
                                      cluster().folder().string(), cluster().port());
  Admin admin(co_await asio::this_coro::executor, url);
  co_await admin.install();
  const NewRun wanted{.key = key_for_tests(), .spec = "{}", .planned = 2};
  const bool made = co_await admin.create_run(wanted);
  co_await admin.login_by_password(wanted.key);
  cluster().execute("deputys", "UPDATE redcode.run SET coordinator_until = now()");
  co_await admin.reap(wanted.key);
  const queue::State state = co_await admin.state(wanted.key);
  // Only a superuser can take this from everyone; a login that was stolen must go all the same.
  const std::string worker = fmt::format("postgresql:///deputys?host={}&port={}&user=redcode_w_{}",
                                         cluster().folder().string(), cluster().port(), wanted.key);
  const std::string left = co_await complaint_about(worker, "SELECT lo_create(0)");
  co_await admin.drop_run(wanted.key);
  const std::string gone = co_await complaint_about(worker, "SELECT 1");

  EXPECT_TRUE(made);
  EXPECT_EQ(state.queued, 2U);
  EXPECT_EQ(left, "");
  EXPECT_NE(gone.find("does not exist"), std::string::npos) << gone;
}

TEST_F(FleetSecurityTest, TheOwnerOfRunsNeedNotBeASuperuser) {
  run(own_without_being_a_superuser());
}

}  // namespace
}  // namespace redcode::fleet
