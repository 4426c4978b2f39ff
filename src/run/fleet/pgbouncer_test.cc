// Workers reach the server through PgBouncer, which gives a connection to another after each
// transaction.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "base/child.h"
#include "base/failure.h"
#include "base/run.h"
#include "base/scope.h"
#include "base/temp_dir.h"
#include "run/fleet/cluster_for_tests.h"
#include "run/fleet/fleet_run_for_tests.h"
#include "run/fleet/pg_queue.h"

namespace redcode::fleet {
namespace {

using queue::Lease;
using queue::record_for_tests;
using queue::StageWish;

// In transaction mode, with two connections for each role. It asks the server for what that keeps
// of a role's password, so a new run's role needs no change here.
class Bouncer {
 public:
  Bouncer() : folder_("fleet-bouncer"), port_(free_port()) {
    cluster().execute("fleet", "CREATE ROLE pool LOGIN PASSWORD 'pool'");
    cluster().execute("fleet",
                      "CREATE FUNCTION public.login_of(text, OUT name, OUT text) LANGUAGE sql "
                      "SECURITY DEFINER AS 'SELECT usename, passwd FROM pg_catalog.pg_shadow "
                      "WHERE usename = $1'");
    own(folder_.path());
    const std::string settings = folder_.path() / "pgbouncer.ini";
    std::ofstream(folder_.path() / "users.txt") << "\"pool\" \"pool\"\n";
    std::ofstream(settings) << fmt::format(
        "[databases]\nfleet = host=127.0.0.1 port={}\n[pgbouncer]\nlisten_addr = 127.0.0.1\n"
        "listen_port = {}\nunix_socket_dir =\nauth_type = scram-sha-256\nauth_file = {}\n"
        "auth_user = pool\nauth_query = SELECT * FROM public.login_of($1)\n"
        "pool_mode = transaction\ndefault_pool_size = 2\nserver_login_retry = 1\n",
        cluster().port(), port_, (folder_.path() / "users.txt").string());
    server_ = Child({.argv = as_postgres({"/usr/sbin/pgbouncer", "-q", settings}),
                     .environment = ChildRequest::Environment::ours});
  }

  std::string url(const Login& login) const {
    return fmt::format("postgresql://{}:{}@127.0.0.1:{}/fleet", login.role, login.password, port_);
  }

 private:
  TempDir folder_;
  std::uint16_t port_;
  Child server_;
};

// One for the whole program; dies before the server does.
const Bouncer& the_bouncer() {
  cluster();
  static const Bouncer bouncer;
  return bouncer;
}

class PgBouncerTest : public WithCluster {
 protected:
  void SetUp() override {
    WithCluster::SetUp();
    if (!std::filesystem::exists("/usr/sbin/pgbouncer"))
      GTEST_SKIP() << "PgBouncer is not installed";
  }
};

Task<> work_off(const FleetRun& run, std::string url, std::uint64_t& completed) {
  const WorkerOptions options{.url = std::move(url), .run = run.key()};
  PgQueue worker(co_await asio::this_coro::executor, options, run.plan());
  while (true) {
    const auto leases = co_await worker.lease(5);
    if (leases.empty()) co_return;
    for (const Lease& lease : leases) {
      const bool lives = co_await worker.beat();
      const bool counted = co_await worker.complete(lease, record_for_tests(lease));
      if (lives && counted) ++completed;
    }
  }
}

Task<> share_two_connections() {
  const Bouncer& bouncer = the_bouncer();
  const auto run = co_await FleetRun::make(StageWish{.trials = 120});
  std::uint64_t completed = 0;
  Scope scope(co_await asio::this_coro::executor);
  for (int i = 0; i < 6; ++i) scope.spawn(work_off(*run, bouncer.url(run->login()), completed));
  co_await scope.join();
  const auto results = co_await run->admin().collect(run->key(), 1000);
  const WorkerAssignment assignment = co_await fetch_assignment(bouncer.url(run->login()));

  EXPECT_EQ(completed, 120U);
  EXPECT_EQ(results.size(), 120U);
  EXPECT_EQ(assignment.run, run->key());
}

TEST_F(PgBouncerTest, ManyWorkersShareTwoConnections) { run(share_two_connections()); }

Task<std::optional<Failure::Kind>> refusal_of_a_wrong_password() {
  const auto run = co_await FleetRun::make(StageWish{});
  Login wrong = run->login();
  wrong.password = "wrong";
  try {
    co_await fetch_assignment(the_bouncer().url(wrong));
  } catch (const Failure& failure) {
    co_return failure.kind();
  }
  co_return std::nullopt;
}

TEST_F(PgBouncerTest, AWrongPasswordIsRefusedForGood) {
  EXPECT_EQ(run(refusal_of_a_wrong_password()), Failure::Kind::corrupt);
}

// Another worker comes while the server is away: whether it may is not known yet.
Task<> join_during_a_crash() {
  const auto executor = co_await asio::this_coro::executor;
  const auto run = co_await FleetRun::make(StageWish{.trials = 3});
  const WorkerOptions options{.url = the_bouncer().url(run->login()), .run = run->key()};
  PgQueue worker(executor, options, run->plan());
  PgQueue newcomer(executor, options, run->plan());
  const Lease lease = co_await queue::next_lease(worker);
  cluster().stop(SIGQUIT);
  Scope scope(executor);
  scope.spawn(start_after(std::chrono::milliseconds(500)));
  const bool completed = co_await worker.complete(lease, record_for_tests(lease));
  const auto more = co_await newcomer.lease(5);
  co_await scope.join();

  EXPECT_TRUE(completed);
  EXPECT_EQ(more.size(), 2U);
}

TEST_F(PgBouncerTest, WorkOutlastsACrashOfTheServerBehindIt) { run(join_during_a_crash()); }

}  // namespace
}  // namespace redcode::fleet
