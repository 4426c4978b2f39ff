#include "run/distributed/coordinator.h"

#include <sys/utsname.h>

#include <utility>

#include "base/atomic_file.h"
#include "base/digest.h"
#include "base/failure.h"
#include "base/pause.h"
#include "base/text.h"
#include "base/with_background.h"
#include "run/distributed/collector.h"
#include "run/distributed/image_travel.h"
#include "run/distributed/spec.h"
#include "run/fleet/address.h"
#include "run/fleet/admin.h"
#include "run/setup/options_json.h"
#include "run/steer/run_watch.h"
#include "run/store/store.h"

namespace redcode::distributed {
namespace {

using namespace std::chrono_literals;
using setup::RunOptions;
using setup::RunSetup;
using steer::RunWatch;

std::string store_url(const RunSetup& setup) {
  if (!setup.options.store.empty()) return setup.options.store;
  return std::filesystem::absolute(setup.folder / "blobs").string();
}

// Whoever has the folder coordinates the run, whichever process it is.
std::string coordinator_of(const std::filesystem::path& folder) {
  utsname host{};
  uname(&host);
  return sha256_hex(host.nodename + std::filesystem::absolute(folder).string()).substr(0, 24);
}

Task<std::string> put_cases(store::Store& store, const RunSetup& setup) {
  std::string lines;
  for (const corpus::Case& subject : setup.cases) lines += dump_json(to_json(subject)) + "\n";
  co_return co_await store.put(std::move(lines));
}

// A worker that has another image gets this one. Without, it refuses the run.
Task<std::string> put_image(store::Store& store, const RunSetup& setup, const Say& say) {
  try {
    co_return co_await send_image(*setup.suite.engine, setup::image_of(setup.corpus), store);
  } catch (const Failure& failure) {
    say(fmt::format("Workers need the same image as this host: {}", one_line(failure.what(), 300)));
  }
  co_return "";
}

Task<> let_workers_in(fleet::Admin& admin, const RunSetup& setup, std::string key, bool fresh,
                      const Say& say) {
  const std::filesystem::path path = setup.folder / "worker.url";
  if (fresh || !std::filesystem::exists(path) || std::filesystem::file_size(path) == 0) {
    const fleet::Login login = co_await admin.login_by_password(key);
    const std::string url =
        fleet::worker_url(fleet::address_from(setup.options.fleet), login, setup.options.pool);
    write_atomically(path, url + "\n", {.mode = 0600});  // a secret of its owner's
  }
  say(fmt::format("Run {}. On each host of the fleet:\n  redcode worker --fleet @{}", key,
                  path.string()));
}

// An order that cannot be given now is given later.
Task<> give_order(fleet::Admin& admin, std::string key, queue::Order order) {
  while (true) {
    try {
      co_return co_await admin.set_order(key, order);
    } catch (const Failure& failure) {
      if (failure.kind() != Failure::Kind::unavailable) throw;
    }
    co_await pause_for(1000ms);
  }
}

// A fleet's run, as others see it and steer it. Orders go to the database and reach the workers
// from there.
class FleetControls final : public steer::Controls {
 public:
  FleetControls(Scope& scope, fleet::Admin& admin, std::string key, const Collector& collector,
                const RunWatch& watch)
      : scope_(scope), admin_(admin), key_(std::move(key)), collector_(collector), watch_(watch) {}

  steer::Status status() const override {
    steer::Status status = watch_.counted();
    const queue::State& state = collector_.state();
    status.planned = state.planned;
    status.over = collector_.over();
    status.skipped = collector_.skipped();
    status.running = state.leased;
    status.queued = state.queued;
    status.retried = state.retried;
    status.order = name(state.order);
    return status;
  }
  void pause() override { scope_.spawn(give_order(admin_, key_, queue::Order::pause)); }
  void go_on() override { scope_.spawn(give_order(admin_, key_, queue::Order::go)); }
  // Each worker has its own.
  void set_concurrency(std::size_t) override {}
  void cancel() override { scope_.spawn(give_order(admin_, key_, queue::Order::stop)); }

 private:
  Scope& scope_;
  fleet::Admin& admin_;
  std::string key_;
  const Collector& collector_;
  const RunWatch& watch_;
};

// Whether the run is whole; nothing if the database or the store could not be reached.
Task<std::optional<bool>> collect_some(Collector& collector, RunWatch& watch, const Say& say) {
  const auto told = [&](const record::Record& record) {
    watch.spent(record.usage);
    watch.finished(record);
  };
  try {
    co_return co_await collector.round(told);
  } catch (const Failure& failure) {
    if (failure.kind() != Failure::Kind::unavailable) throw;
    say(fmt::format("{}; trying again", one_line(failure.what(), 300)));
  }
  co_return std::nullopt;
}

bool was_stopped(const queue::State& state) {
  return state.order == queue::Order::stop && state.leased == 0;
}

Task<bool> collect_all(Collector& collector, RunWatch& watch, const Say& say) {
  while (true) {
    const bool stopped = was_stopped(collector.state());
    const std::optional<bool> whole = co_await collect_some(collector, watch, say);
    if (whole.value_or(false)) co_return true;
    // Nothing was left to collect after the last worker had gone.
    if (whole && stopped && collector.idle()) break;
    const auto pause = collector.idle() ? 300ms : 0ms;
    co_await pause_for(whole ? pause : 2000ms);
  }
  co_return false;
}

Task<> stop_at(std::chrono::seconds deadline, fleet::Admin& admin, std::string key) {
  co_await pause_for(deadline);
  co_await give_order(admin, std::move(key), queue::Order::stop);
}

// Workers get the run's options by the database, where no secret may be.
void require_fit_for_fleet(const RunOptions& options) {
  const std::vector<std::string> secret = setup::secret_options(options);
  if (!secret.empty()) {
    throw Failure(Failure::Kind::unavailable,
                  fmt::format("{} may hold a secret, and workers would not get it: keys belong in "
                              "their environment",
                              secret.front()));
  }
  if (options.agent.model.budget > 0 || options.agent.model.budget_tokens > 0) {
    throw Failure(Failure::Kind::unavailable,
                  "a budget is kept by one process: with --fleet set it at the provider's, or use "
                  "--deadline");
  }
}

}  // namespace

Task<bool> run_on_fleet(const RunSetup& setup, RunWatch::Audience audience) {
  const Say say = audience.say;
  require_fit_for_fleet(setup.options);
  const auto executor = co_await asio::this_coro::executor;
  record::RunWriter writer = setup::open_run(setup);
  const plan::Plan plan = trial::plan_of(setup.cases, setup.plan, setup.agent_config());
  const std::unique_ptr<store::Store> store = store::open_store(store_url(setup));
  Result<queue::Finished> finished =
      queue::finished_in(setup.folder, plan, setup.plan.limits.attempts);
  if (!finished) throw Failure(Failure::Kind::unavailable, finished.error().text());

  fleet::Admin admin(executor, fleet::address_from(setup.options.fleet));
  FleetSpec spec{.options = setup.options,
                 .store = store_url(setup),
                 .cases_digest = co_await put_cases(*store, setup),
                 .corpus_digest = setup.plan.corpus_digest,
                 .engine = setup.suite.engine->name(),
                 .image_digest = setup.plan.image_digest,
                 .image_index = co_await put_image(*store, setup, say),
                 .agent_config = setup.agent_config()};
  const std::string key = key_of(plan);
  fleet::NewRun run{.key = key,
                    .spec = text_of(spec),
                    .planned = plan.size(),
                    .limits = setup.plan.limits,
                    .have = fleet::spans_of(finished->over),
                    .coordinator = coordinator_of(setup.folder)};
  const bool fresh = co_await admin.create_run(std::move(run));
  co_await let_workers_in(admin, setup, key, fresh, say);

  RunWatch watch(
      {.folder = setup.folder, .log = setup.options.log, .metrics = setup.options.metrics},
      std::move(audience));
  const bool own_blobs = setup.options.store.empty();
  FleetResults results(admin, key);
  Collector collector(
      results,
      {.plan = plan,
       .cases = setup.cases,
       .own_blobs = own_blobs,
       .rulebook = setup.suite.rules(),
       .differs = [&watch](const record::Record& record) { watch.verdict_differs(record); }},
      *store, writer, *std::move(finished));
  std::unique_ptr<FleetControls> controls;
  const auto beside_it = [&](Scope& scope) {
    controls = std::make_unique<FleetControls>(scope, admin, key, collector, watch);
    watch.start(scope, *controls);
    if (setup.options.deadline.count() > 0)
      scope.spawn(stop_at(setup.options.deadline, admin, key));
  };
  watch.note("run-started");
  const bool whole = co_await with_background<bool>(beside_it, collect_all(collector, watch, say));
  if (!whole)
    say(fmt::format("The run was stopped: `redcode fleet continue {}` lets it go on.", key));
  watch.note("run-ended");
  watch.close();
  co_return whole;
}

}  // namespace redcode::distributed
