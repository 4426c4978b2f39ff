#include "run/distributed/worker.h"

#include <sys/utsname.h>

#include <boost/asio/signal_set.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <csignal>
#include <unordered_map>

#include "base/failure.h"
#include "base/pause.h"
#include "base/text.h"
#include "base/with_background.h"
#include "run/distributed/image_travel.h"
#include "run/distributed/spec.h"
#include "run/distributed/worker_trust.h"
#include "run/fleet/address.h"
#include "run/fleet/pg_queue.h"
#include "run/setup/local_run.h"
#include "run/setup/model.h"
#include "run/setup/run_setup.h"
#include "run/steer/event_log.h"
#include "run/steer/host_room.h"
#include "run/store/store.h"
#include "sandbox/attest/containment.h"

namespace redcode::distributed {
namespace {

using namespace std::chrono_literals;

// What this worker works on: the run's plan, and all that its trials need.
struct JoinedRun {
  fleet::WorkerAssignment assignment;
  FleetSpec spec;
  std::unique_ptr<store::Store> store;
  corpus::Corpus corpus;  // the plan's cases only
  setup::PreparedSuite suite;
  setup::AgentSetup agent_setup;
  std::unique_ptr<plan::Plan> plan;
  std::unordered_map<std::string_view, const corpus::Case*> cases;
};

[[noreturn]] void refuse_run(const std::string& why) { throw Failure(Failure::Kind::corrupt, why); }

void require_trust(const Result<void>& trust) {
  if (!trust) refuse_run(trust.error().text());
}

// The plan's cases from the store: a worker needs no corpus of its own.
Task<corpus::Corpus> fetch_cases(store::Store& store, const FleetSpec& spec) {
  corpus::Corpus corpus{.digest = spec.corpus_digest};
  const std::string lines = co_await store.get(spec.cases_digest);
  for (const std::string& line : split(lines, '\n')) {
    if (line.empty()) continue;
    const Result<Json> json = parse_json(line);
    Result<corpus::Case> subject =
        json ? corpus::case_from_json(*json) : std::unexpected(json.error());
    if (!subject) refuse_run("the run's cases cannot be read: " + subject.error().text());
    corpus.cases.push_back(*std::move(subject));
  }
  co_return corpus;
}

// Whatever differs here from where the run was planned would make other trials of it.
void require_same(const JoinedRun& joined, const std::string& image_digest) {
  const agents::Agent& agent = *joined.agent_setup.chosen.agent;
  if (agent.architecture() != joined.spec.agent_config.agent.architecture ||
      agent.prompt_digest() != joined.spec.agent_config.agent.prompt_digest ||
      joined.agent_setup.prompting.mode() != joined.spec.agent_config.prompt_mode) {
    refuse_run(
        "this host's agent or prompts are not those the run was planned with: install the same "
        "version of redcode and of the agent");
  }
  if (image_digest != joined.spec.image_digest) {
    refuse_run(fmt::format(
        "this host's image {} is not the run's {}: use the same image on every host of a fleet",
        image_digest.substr(0, 19), joined.spec.image_digest.substr(0, 19)));
  }
  if (key_of(*joined.plan) != joined.assignment.run)
    refuse_run("the plan made here is not the run's: install the same version of redcode");
}

plan::Plan plan_from(const JoinedRun& joined) {
  trial::LocalOptions options{.corpus_digest = joined.spec.corpus_digest,
                              .image_digest = joined.spec.image_digest};
  options.repeats = joined.spec.options.repeats;
  return trial::plan_of(joined.corpus.cases, options, joined.spec.agent_config);
}

Task<JoinedRun> join_run(const WorkOptions& options, Say say) {
  JoinedRun joined{.assignment = co_await fleet::fetch_assignment(options.fleet)};
  if (!options.run.empty() && options.run != joined.assignment.run)
    refuse_run(fmt::format("this login is for run {}, not {}", joined.assignment.run, options.run));
  Result<FleetSpec> spec = fleet_spec_from(joined.assignment.spec);
  if (!spec) refuse_run(spec.error().text());
  joined.spec = *std::move(spec);
  require_trust(check_trust(joined.spec, options));
  joined.store = store::open_store(options.store.empty() ? joined.spec.store : options.store);
  joined.corpus = co_await fetch_cases(*joined.store, joined.spec);
  require_trust(check_trust(joined.corpus.cases));
  setup::RunOptions& run = joined.spec.options;
  run.engine.engine = options.engine.engine == "auto" ? joined.spec.engine : options.engine.engine;
  joined.suite = co_await setup::prepare_suite(joined.corpus, run.agent, run.gen, run.engine);
  co_await fetch_image(*joined.suite.engine, setup::image_of(joined.corpus),
                       joined.spec.image_index, joined.spec.image_digest, *joined.store);
  joined.agent_setup = setup::set_up_agent(run.agent);
  joined.plan = std::make_unique<plan::Plan>(plan_from(joined));
  require_same(joined, co_await joined.suite.engine->image_digest(setup::image_of(joined.corpus)));
  for (const corpus::Case& subject : joined.corpus.cases)
    joined.cases.emplace(subject.id, &subject);
  if (!setup::is_gen(joined.corpus) || run.gen.execute)
    co_await attest::require_contained(*joined.suite.engine, run.accepted_probes, say);
  co_return joined;
}

std::string host_name() {
  utsname host{};
  return uname(&host) == 0 ? one_line(host.nodename, 40) : "worker";
}

// SIGTERM: no new trials; what runs may end within the grace, then it goes back to the queue.
class Draining {
 public:
  explicit Draining(Say say) : say_(std::move(say)) {}

  bool asked() const { return asked_; }
  void watch(trial::Runner* runner) { runner_ = runner; }

  Task<> listen() {
    asio::signal_set terminated(co_await asio::this_coro::executor, SIGTERM);
    while (true) {
      co_await terminated.async_wait(asio::use_awaitable);
      if (!asked_) say_("Draining: no new trials.");
      asked_ = true;
      if (runner_ != nullptr) runner_->drain();
    }
  }

 private:
  Say say_;
  bool asked_ = false;
  trial::Runner* runner_ = nullptr;  // the one at work
};

class Worker {
 public:
  Worker(const WorkOptions& options, const JoinedRun& joined, const setup::ModelSource& models,
         Draining& draining, Say say)
      : options_(options),
        joined_(joined),
        models_(models),
        draining_(draining),
        say_(std::move(say)) {
    if (!options_.log.empty()) log_.emplace(options_.log);
  }

  // Until the run is over or stopped, or this worker was drained. While the database is away for
  // longer than a lease lasts, what runs is given up, and it waits.
  Task<bool> work() {
    auto wait = 1000ms;
    while (!draining_.asked()) {
      try {
        co_await stint();
        break;
      } catch (const Failure& failure) {
        if (failure.kind() != Failure::Kind::unavailable) throw;
        say_(fmt::format("{}; trying again", one_line(failure.what(), 300)));
      }
      co_await pause_for(wait);
      wait = std::min(2 * wait, 30'000ms);
    }
    say_(fmt::format("{} trials run, {} tried again, {} refused because others had them by then",
                     finished_, retried_, refused_));
    co_return true;
  }

 private:
  trial::Runner::TrialParts work_for(const record::Trial& trial) const {
    const corpus::Case& subject = *joined_.cases.at(trial.case_id);
    return {subject, *joined_.agent_setup.chosen.agent, joined_.agent_setup.prompting,
            models_.model_for(subject, trial.repeat)};
  }

  trial::Runner::Dependencies dependencies(queue::Queue& queue, steer::HostRoom& headroom) {
    trial::Runner::Dependencies dependencies{
        queue, *joined_.store, *joined_.suite.engine,
        [this](const record::Trial& trial) { return work_for(trial); }};
    dependencies.rulebook = joined_.suite.rules();
    dependencies.finished = [this](const record::Record& record, const trial::Progress&) {
      if (log_) log_->write(steer::event_of("finished", record, record.attempts));
    };
    dependencies.retried = [this](const record::Record& record, const trial::Progress&) {
      if (log_) log_->write(steer::event_of("retried", record, record.attempts));
    };
    dependencies.outage = [this](bool away) {
      say_(away ? "The model fails every trial: trying one now and then." : "The model is back.");
    };
    dependencies.room = [&headroom](std::size_t open) { return headroom.sandboxes(open); };
    return dependencies;
  }

  trial::RunnerOptions runner_options() const {
    return {.concurrency = options_.concurrency,
            .sandboxes = options_.sandboxes,
            .grace = options_.grace,
            .keep_budget_stops = false,
            .attempts = joined_.spec.options.attempts};
  }

  Task<> stint() {
    const auto executor = co_await asio::this_coro::executor;
    const fleet::WorkerOptions who{.url = options_.fleet,
                                   .run = joined_.assignment.run,
                                   .name = options_.name.empty() ? host_name() : options_.name,
                                   .time_to_live = options_.time_to_live};
    fleet::PgQueue queue(executor, who, *joined_.plan);
    steer::HostRoom headroom(options_.concurrency,
                             setup::disks_of(std::filesystem::temp_directory_path()), say_);
    trial::Runner runner(executor, runner_options(), dependencies(queue, headroom));
    draining_.watch(&runner);
    std::exception_ptr failure;
    try {
      co_await runner.run();
    } catch (...) {
      failure = std::current_exception();
    }
    draining_.watch(nullptr);
    finished_ += runner.progress().finished;
    retried_ += runner.progress().retried;
    refused_ += runner.progress().refused;
    if (failure && !draining_.asked()) std::rethrow_exception(failure);
  }

  const WorkOptions& options_;
  const JoinedRun& joined_;
  const setup::ModelSource& models_;
  Draining& draining_;
  Say say_;
  std::optional<steer::EventLog> log_;
  std::uint64_t finished_ = 0;
  std::uint64_t retried_ = 0;
  std::uint64_t refused_ = 0;
};

Task<int> work_on(WorkOptions options, Draining& draining, Say say) {
  options.fleet = fleet::address_from(options.fleet);
  if (options.concurrency == 0) options.concurrency = setup::usual_concurrency();
  const JoinedRun joined = co_await join_run(options, say);
  say(fmt::format("Working on run {} at {}, {} trials at a time.", joined.assignment.run,
                  fleet::shown_url(options.fleet), options.concurrency));
  setup::ModelSource models(co_await asio::this_coro::executor, joined.corpus,
                            joined.spec.options.agent.model, joined.agent_setup.chosen.protocol);
  Worker worker(options, joined, models, draining, say);
  co_await setup::while_serving(models, worker.work());
  co_return 0;
}

}  // namespace

Task<> work(WorkOptions options, Say say) {
  Draining draining(say);
  const auto listening = [&draining](Scope& scope) { scope.spawn(draining.listen()); };
  co_await with_background<int>(listening, work_on(std::move(options), draining, say));
}

}  // namespace redcode::distributed
