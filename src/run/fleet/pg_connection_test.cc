#include "run/fleet/pg_connection.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "base/failure.h"
#include "base/pause.h"
#include "base/run.h"
#include "base/scope.h"
#include "base/with_timeout.h"
#include "run/fleet/cluster_for_tests.h"
#include "run/fleet/pool.h"

namespace redcode::fleet {
namespace {

using std::chrono::milliseconds;
using PgConnectionTest = WithCluster;
using PoolTest = WithCluster;

// What went wrong with one statement on a connection of its own; "" if nothing did.
struct Trouble {
  std::optional<Failure> failure;
  bool usable = false;
};

Task<Trouble> trouble_with(std::string sql, PgLimits limits = {}) {
  PgConnection connection = co_await PgConnection::open(cluster().admin_url(), limits);
  Trouble trouble;
  try {
    co_await connection.query(std::move(sql), Params());
  } catch (const Failure& failure) {
    trouble.failure = failure;
  }
  trouble.usable = connection.usable();
  co_return trouble;
}

Task<Rows> one_query(std::string url, std::string sql, Params params) {
  PgConnection connection = co_await PgConnection::open(std::move(url), PgLimits());
  co_return co_await connection.query(std::move(sql), std::move(params));
}

Failure::Kind kind_of(std::string url) {
  try {
    run(one_query(std::move(url), "SELECT 1", Params()));
  } catch (const Failure& failure) {
    return failure.kind();
  }
  return Failure::Kind::interrupted;
}

TEST_F(PgConnectionTest, GivesWhatWasAsked) {
  const Params params{"41", std::nullopt, "it's ä"};

  const Rows rows =
      run(one_query(cluster().admin_url(), "SELECT $1::int + 1, $2::text, $3::text, true", params));

  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows.number(0, 0), 42);
  EXPECT_TRUE(rows.is_null(0, 1));
  EXPECT_EQ(rows.text(0, 2), "it's ä");
  EXPECT_TRUE(rows.truth(0, 3));
}

TEST_F(PgConnectionTest, AFieldOfAnotherKindIsAFailure) {
  const Rows rows = run(one_query(cluster().admin_url(), "SELECT 'seven'", Params()));

  EXPECT_THROW(rows.number(0, 0), Failure);
  EXPECT_THROW(rows.truth(0, 0), Failure);
}

TEST_F(PgConnectionTest, CarriesMegabytesBothWaysUnderTls) {
  const std::string large(3 << 20U, 'x');
  const Login login{.role = "large", .password = "secret"};
  cluster().execute("fleet", "CREATE ROLE large LOGIN PASSWORD 'secret'");

  const Rows rows = run(one_query(cluster().worker_url(login) + "?sslmode=require",
                                  "SELECT $1::text FROM generate_series(1, 8)", Params(1, large)));

  ASSERT_EQ(rows.size(), 8U);
  EXPECT_EQ(rows.text(7, 0), large);
}

TEST_F(PgConnectionTest, AStatementThatIsWrongLeavesTheConnectionUsable) {
  const Trouble trouble = run(trouble_with("SELECT nonsense"));

  ASSERT_TRUE(trouble.failure);
  EXPECT_EQ(trouble.failure->kind(), Failure::Kind::corrupt);
  EXPECT_TRUE(trouble.usable);
}

TEST_F(PgConnectionTest, TheServersWordsAreMadeSafe) {
  const Trouble raised = run(
      trouble_with("DO $$ BEGIN RAISE EXCEPTION USING MESSAGE = E'\\033[31mred\\nsecond'; END $$"));

  ASSERT_TRUE(raised.failure);
  EXPECT_EQ(std::string_view(raised.failure->what()).find('\033'), std::string_view::npos);
  EXPECT_NE(std::string_view(raised.failure->what()).find("red"), std::string_view::npos);
}

TEST_F(PgConnectionTest, AStatementThatTakesTooLongCostsTheConnection) {
  const Trouble trouble =
      run(trouble_with("SELECT pg_sleep(20)", PgLimits{.statement = milliseconds(200)}));

  ASSERT_TRUE(trouble.failure);
  EXPECT_EQ(trouble.failure->kind(), Failure::Kind::unavailable);
  EXPECT_FALSE(trouble.usable);
}

TEST_F(PgConnectionTest, AServerThatShutsTheConnectionIsUnavailable) {
  const Trouble trouble = run(trouble_with("SELECT pg_terminate_backend(pg_backend_pid())"));

  ASSERT_TRUE(trouble.failure);
  EXPECT_EQ(trouble.failure->kind(), Failure::Kind::unavailable);
  EXPECT_FALSE(trouble.usable);
}

TEST_F(PgConnectionTest, TellsNobodyThereFromNotLetIn) {
  const std::string nobody = "postgresql://x@127.0.0.1:1/fleet";
  const std::string no_database = cluster().admin_url("no_such_database");

  EXPECT_EQ(kind_of(nobody), Failure::Kind::unavailable);
  EXPECT_EQ(kind_of(no_database), Failure::Kind::corrupt);
}

TEST(PgConnection, DoesNotRepeatAUrlItCannotRead) {
  std::string message;

  try {
    run(one_query("postgresql://me:hunter2@[::1/db", "SELECT 1", Params()));
  } catch (const Failure& failure) {
    message = failure.what();
  }

  EXPECT_NE(message, "");
  EXPECT_EQ(message.find("hunter2"), std::string::npos);
}

// A server that accepts and says nothing.
Task<> connect_to_silence() {
  asio::ip::tcp::acceptor silent(co_await asio::this_coro::executor,
                                 asio::ip::tcp::endpoint(asio::ip::address_v4::loopback(), 0));
  const std::string url =
      fmt::format("postgresql://x@127.0.0.1:{}/fleet", silent.local_endpoint().port());
  co_await PgConnection::open(url, PgLimits{.connect = milliseconds(300)});
}

TEST(PgConnection, ASilentServerIsUnavailableInTime) {
  const auto before = std::chrono::steady_clock::now();

  EXPECT_THROW(run(connect_to_silence()), Failure);

  EXPECT_LT(std::chrono::steady_clock::now() - before, std::chrono::seconds(3));
}

Task<std::int64_t> backend_of(Pool& pool) {
  const Rows rows = co_await pool.query("SELECT pg_backend_pid()", Params());
  co_return rows.number(0, 0);
}

Task<> cancel_a_query_and_ask_again() {
  Pool pool(co_await asio::this_coro::executor,
            PoolOptions{.url = cluster().admin_url(), .connections = 1});
  const std::int64_t first = co_await backend_of(pool);

  const auto slept =
      co_await with_timeout(milliseconds(100), pool.query("SELECT pg_sleep(20)", Params()));
  const std::int64_t second = co_await backend_of(pool);

  EXPECT_FALSE(slept);
  EXPECT_NE(first, second);
}

TEST_F(PoolTest, ACancelledQueryLeavesAPoolThatWorks) { run(cancel_a_query_and_ask_again()); }

Task<> sleep_in(Pool& pool) { co_await pool.query("SELECT pg_sleep(0.3)", Params()); }

Task<milliseconds> sleep_three_times(std::size_t connections) {
  const auto executor = co_await asio::this_coro::executor;
  Pool pool(executor, PoolOptions{.url = cluster().admin_url(), .connections = connections});
  Scope scope(executor);
  const auto before = std::chrono::steady_clock::now();
  for (int i = 0; i < 3; ++i) scope.spawn(sleep_in(pool));
  co_await scope.join();
  co_return std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now() - before);
}

TEST_F(PoolTest, QueriesOverlapOnAsManyConnectionsAsThereAre) {
  const milliseconds alone = run(sleep_three_times(1));
  const milliseconds together = run(sleep_three_times(3));

  EXPECT_GE(alone.count(), 900);
  EXPECT_LT(together.count(), alone.count());
}

Task<> crash_and_come_back(milliseconds after) {
  co_await pause_for(after);
  cluster().start();
}

Task<> ask_across_a_crash() {
  const auto executor = co_await asio::this_coro::executor;
  Pool pool(executor, PoolOptions{.url = cluster().admin_url()});
  const std::int64_t first = co_await backend_of(pool);
  cluster().stop(SIGQUIT);
  Scope scope(executor);
  scope.spawn(crash_and_come_back(milliseconds(700)));

  const std::int64_t second = co_await backend_of(pool);
  co_await scope.join();

  EXPECT_NE(first, second);
}

TEST_F(PoolTest, AQueryOutlastsACrashOfTheServer) { run(ask_across_a_crash()); }

Task<> ask_nobody() {
  Pool pool(co_await asio::this_coro::executor,
            PoolOptions{.url = "postgresql://x@127.0.0.1:1/fleet", .patience = milliseconds(500)});
  co_await pool.query("SELECT 1", Params());
}

TEST(Pool, GivesUpWhenItsPatienceIsOver) {
  const auto before = std::chrono::steady_clock::now();

  EXPECT_THROW(run(ask_nobody()), Failure);

  EXPECT_GE(std::chrono::steady_clock::now() - before, milliseconds(100));
  EXPECT_LT(std::chrono::steady_clock::now() - before, std::chrono::seconds(5));
}

}  // namespace
}  // namespace redcode::fleet
