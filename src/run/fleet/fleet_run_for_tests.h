// FleetRun: a run of trials that nobody will run, in the cluster for tests.
#pragma once

#include <fmt/format.h>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/this_coro.hpp>
#include <chrono>
#include <memory>
#include <random>
#include <string>
#include <utility>

#include "run/fleet/admin.h"
#include "run/fleet/cluster_for_tests.h"
#include "run/fleet/pg_queue.h"
#include "run/plan/plan.h"
#include "run/queue/trials_for_tests.h"

namespace redcode::fleet {

inline std::string key_for_tests() {
  std::random_device random;
  return fmt::format("{:08x}{:08x}", random(), random());
}

class FleetRun {
 public:
  FleetRun(asio::any_io_executor executor, const queue::StageWish& wish)
      : executor_(std::move(executor)),
        admin_(executor_, cluster().admin_url()),
        plan_(queue::plan_for_tests(wish.trials)),
        new_run_{
            .key = key_for_tests(), .spec = "{}", .planned = wish.trials, .limits = wish.limits} {}

  static Task<std::unique_ptr<FleetRun>> make(queue::StageWish wish) {
    auto run = std::make_unique<FleetRun>(co_await asio::this_coro::executor, wish);
    co_await run->admin_.create_run(run->new_run_);
    run->login_ = co_await run->admin_.login_by_password(run->key());
    co_return run;
  }

  const std::string& key() const { return new_run_.key; }
  const NewRun& new_run() const { return new_run_; }
  const plan::Plan& plan() const { return plan_; }
  const Login& login() const { return login_; }
  Admin& admin() { return admin_; }

  std::unique_ptr<PgQueue> worker(
      std::chrono::milliseconds time_to_live = std::chrono::minutes(1)) {
    const WorkerOptions options{
        .url = cluster().worker_url(login_), .run = key(), .time_to_live = time_to_live};
    return std::make_unique<PgQueue>(executor_, options, plan_);
  }

  void let_time_to_live_pass() const {
    cluster().execute("fleet", fmt::format("UPDATE redcode.worker SET alive_until = now() - "
                                           "interval '1 second' WHERE run = '{}'",
                                           key()));
  }

 private:
  asio::any_io_executor executor_;
  Admin admin_;
  plan::Plan plan_;
  NewRun new_run_;
  Login login_;
};

}  // namespace redcode::fleet
