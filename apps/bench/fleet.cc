// `redcode-bench fleet`: how fast empty trials go through a fleet's queue, and what idle workers
// cost. The trials take the road of real ones (lease, trial, record, store, complete), but for the
// agent, which says nothing and ends.
#include <sys/resource.h>

#include <chrono>
#include <list>
#include <memory>

#include "base/digest.h"
#include "base/failure.h"
#include "base/pause.h"
#include "base/random.h"
#include "base/scope.h"
#include "base/text.h"
#include "base/with_background.h"
#include "bench/measured.h"
#include "bench/options.h"
#include "interruptible.h"
#include "run/fleet/address.h"
#include "run/fleet/admin.h"
#include "run/fleet/pg_queue.h"
#include "run/plan/plan.h"
#include "run/store/store.h"
#include "run/trial/runner.h"
#include "sandbox/no_engine.h"

namespace redcode::app {
namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr std::chrono::milliseconds settling = 15s;  // until an idle worker asks no more often
constexpr std::chrono::milliseconds between_arrivals = 40ms;

class SilentAgent final : public agents::Agent {
 public:
  std::string architecture() const override { return "silent"; }
  std::string prompt_digest() const override { return std::string(64, '0'); }
  Task<record::Stop> work(agents::Assignment, models::Model&, agents::SandboxProvider&,
                          const agents::Listener&) const override {
    co_return record::Stop::finished;
  }
};

class NoModel final : public models::Model {
 public:
  std::string name() const override { return "none"; }
  Task<models::Reply> reply(const record::Transcript&, const std::vector<wire::Tool>&) override {
    throw Failure(Failure::Kind::unavailable, "nobody is to ask this model");
    co_return models::Reply{};
  }
};

class NoStore final : public store::Store {
 public:
  Task<std::string> put(std::string bytes) override { co_return sha256_hex(bytes); }
  Task<std::string> get(std::string) override {
    throw Failure(Failure::Kind::unavailable, "nothing is kept here");
    co_return "";
  }
};

double cpu_seconds() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

corpus::Case empty_case() {
  corpus::Case subject;
  subject.id = "empty";
  subject.scenario = "empty";
  subject.oracle = corpus::RiskyOracle{};
  return subject;
}

// What all workers of the bench share.
struct Bench {
  corpus::Case subject = empty_case();
  SilentAgent agent;
  sandbox::NoEngine engine;
  NoStore store;
  plan::Plan plan;
  std::string key;

  explicit Bench(std::uint64_t trials)
      : plan({.corpus_digest = random_token(32),
              .image_digest = "none",
              .cases = {{subject.id, subject.digest()}},
              .agent_configs = {{.agent = {"silent", "none", std::string(64, '0')}}},
              .repeats = static_cast<std::uint32_t>(trials)}),
        key(plan.digest().substr(0, 16)) {}

  trial::Runner::Dependencies dependencies(queue::Queue& queue) {
    return {queue, store, engine, [this](const record::Trial&) {
              return trial::Runner::TrialParts{subject, agent, {}, std::make_unique<NoModel>()};
            }};
  }
};

struct BenchWorker {
  fleet::PgQueue queue;
  trial::Runner runner;

  BenchWorker(const asio::any_io_executor& executor, const fleet::WorkerOptions& who, Bench& bench,
              std::size_t concurrency)
      : queue(executor, who, bench.plan),
        runner(executor, {.concurrency = concurrency}, bench.dependencies(queue)) {}
};

Task<> until_over(fleet::Admin& admin, std::string key) {
  while (!(co_await admin.state(key)).finished()) co_await pause_for(50ms);
}

Task<> begin(trial::Runner& runner, std::chrono::milliseconds after) {
  co_await pause_for(after);
  co_await runner.run();
}

// What workers that have nothing to do use of the processor.
Task<> measure_idle(const FleetBenchOptions& options, Out& out) {
  co_await pause_for(options.workers * between_arrivals + settling);
  const double before = cpu_seconds();
  co_await pause_for(options.idle);
  const double used = (cpu_seconds() - before) / static_cast<double>(options.idle.count());
  out.line("idle: {:.4f} CPU seconds a second for {} workers, {:.6f} for each", used,
           options.workers, used / static_cast<double>(options.workers));
}

// The work of the one who watches the workers. Nobody collects the results, so they would stay.
Task<bool> measure(const FleetBenchOptions& options, fleet::Admin& admin, std::string key,
                   Out& out) {
  if (options.idle.count() > 0) {
    co_await measure_idle(options, out);
    co_await admin.set_order(key, queue::Order::go);
  }
  const double cpu_before = cpu_seconds();
  const auto start = Clock::now();
  co_await until_over(admin, key);
  const double seconds = seconds_since(start);
  const auto trials = static_cast<double>(options.trials);
  out.line(
      "{} workers × {} at a time: {} trials in {:.2f} s, {:.0f} trials/s, {:.2f} ms of our CPU "
      "each",
      options.workers, options.concurrency, options.trials, seconds, trials / seconds,
      (cpu_seconds() - cpu_before) * 1000 / trials);
  co_return true;
}

Task<int> with_workers(const FleetBenchOptions& options, fleet::Admin& admin, Bench& bench,
                       Out& out) {
  const auto executor = co_await asio::this_coro::executor;
  const fleet::Login login = co_await admin.login_by_password(bench.key);
  const fleet::WorkerOptions who{
      .url = fleet::worker_url(fleet::address_from(options.fleet), login, options.through),
      .run = bench.key,
      .name = "bench",
      .connections = 1};
  const bool idle = options.idle.count() > 0;
  if (idle) co_await admin.set_order(bench.key, queue::Order::pause);
  std::list<BenchWorker> workers;
  for (std::size_t i = 0; i < options.workers; ++i)
    workers.emplace_back(executor, who, bench, options.concurrency);
  // Workers of a fleet have a processor each to connect with; here all of them share one.
  const auto start = [&workers, idle](Scope& scope) {
    auto after = 0ms;
    for (BenchWorker& worker : workers) {
      scope.spawn(begin(worker.runner, after));
      if (idle) after += between_arrivals;
    }
  };
  co_await with_background<bool>(start, measure(options, admin, bench.key, out));
  co_return 0;
}

Task<int> bench_it(FleetBenchOptions options, Out& out) {
  fleet::Admin admin(co_await asio::this_coro::executor, fleet::address_from(options.fleet));
  Bench bench(options.trials);
  fleet::NewRun run{.key = bench.key, .spec = "{}", .planned = options.trials};
  co_await admin.create_run(std::move(run));
  int code = 1;
  std::exception_ptr failure;
  try {
    code = co_await with_workers(options, admin, bench, out);
  } catch (...) {
    failure = std::current_exception();
  }
  co_await asio::this_coro::throw_if_cancelled(false);
  co_await admin.drop_run(bench.key);
  if (failure) std::rethrow_exception(failure);
  co_return code;
}

}  // namespace

int bench_fleet(const FleetBenchOptions& options, Out& out) {
  return run_interruptible(bench_it(options, out), out);
}

}  // namespace redcode::app
