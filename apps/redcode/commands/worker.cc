// `redcode worker`: leases trials of a fleet's run and runs them, until there are no more.
#include <sys/utsname.h>

#include <boost/asio/signal_set.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <csignal>
#include <unordered_map>

#include "base/failure.h"
#include "base/pause.h"
#include "base/text.h"
#include "base/with_background.h"
#include "commands/fleet.h"
#include "containment.h"
#include "event_log.h"
#include "fleet_spec.h"
#include "fleet_url.h"
#include "host_room.h"
#include "image_travel.h"
#include "interruptible.h"
#include "model_source.h"
#include "run/fleet/pg_queue.h"
#include "run/store/store.h"
#include "run_setup.h"
#include "worker_trust.h"

namespace redcode::app {
namespace {

using namespace std::chrono_literals;

// What this worker works on: the run's plan, and all that its trials need.
struct Post {
  fleet::Assignment assignment;
  FleetSpec spec;
  std::unique_ptr<store::Store> store;
  corpus::Corpus corpus;  // the plan's cases only
  Stage stage;
  Cast cast;
  std::unique_ptr<plan::Plan> plan;
  std::unordered_map<std::string_view, const corpus::Case*> cases;
};

[[noreturn]] void refuse(const std::string& why) { throw Failure(Failure::Kind::corrupt, why); }

void require_trust(const Result<void>& trust) {
  if (!trust) refuse(trust.error().text());
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
    if (!subject) refuse("the run's cases cannot be read: " + subject.error().text());
    corpus.cases.push_back(*std::move(subject));
  }
  co_return corpus;
}

// Whatever differs here from where the run was planned would make other trials of it.
void require_same(const Post& post, const std::string& image_digest) {
  const agents::Agent& agent = *post.cast.chosen.agent;
  if (agent.architecture() != post.spec.agent_config.agent.architecture ||
      agent.prompt_digest() != post.spec.agent_config.agent.prompt_digest ||
      post.cast.prompting.mode() != post.spec.agent_config.prompt_mode) {
    refuse(
        "this host's agent or prompts are not those the run was planned with: install the same "
        "version of redcode and of the agent");
  }
  if (image_digest != post.spec.image_digest) {
    refuse(fmt::format(
        "this host's image {} is not the run's {}: use the same image on every host of a fleet",
        image_digest.substr(0, 19), post.spec.image_digest.substr(0, 19)));
  }
  if (key_of(*post.plan) != post.assignment.run)
    refuse("the plan made here is not the run's: install the same version of redcode");
}

plan::Plan plan_from(const Post& post) {
  trial::LocalOptions options{.corpus_digest = post.spec.corpus_digest,
                              .image_digest = post.spec.image_digest};
  options.repeats = post.spec.options.repeats;
  return plan_of(post.corpus.cases, options, post.spec.agent_config);
}

Task<Post> take_post(const WorkOptions& options, Out& out) {
  Post post{.assignment = co_await fleet::fetch_assignment(options.fleet)};
  if (!options.run.empty() && options.run != post.assignment.run)
    refuse(fmt::format("this login is for run {}, not {}", post.assignment.run, options.run));
  Result<FleetSpec> spec = fleet_spec_from(post.assignment.spec);
  if (!spec) refuse(spec.error().text());
  post.spec = *std::move(spec);
  require_trust(check_trust(post.spec, options));
  post.store = store::open_store(options.store.empty() ? post.spec.store : options.store);
  post.corpus = co_await fetch_cases(*post.store, post.spec);
  require_trust(check_trust(post.corpus.cases));
  RunOptions& run = post.spec.options;
  run.engine.engine = options.engine.engine == "auto" ? post.spec.engine : options.engine.engine;
  post.stage = co_await set_stage(post.corpus, run.agent, run.gen, run.engine);
  co_await fetch_image(*post.stage.engine, record::Policy{}.image, post.spec.image_index,
                       post.spec.image_digest, *post.store);
  post.cast = cast_of(run.agent);
  post.plan = std::make_unique<plan::Plan>(plan_from(post));
  require_same(post, co_await post.stage.engine->image_digest(record::Policy{}.image));
  for (const corpus::Case& subject : post.corpus.cases) post.cases.emplace(subject.id, &subject);
  if (!is_gen(post.corpus) || run.gen.execute)
    co_await require_contained(*post.stage.engine, run.accepted_probes, out);
  co_return post;
}

std::string host_name() {
  utsname host{};
  return uname(&host) == 0 ? one_line(host.nodename, 40) : "worker";
}

// SIGTERM: no new trials; what runs may end within the grace, then it goes back to the queue.
class Draining {
 public:
  explicit Draining(Out& out) : out_(out) {}

  bool asked() const { return asked_; }
  void watch(trial::Runner* runner) { runner_ = runner; }

  Task<> listen() {
    asio::signal_set terminated(co_await asio::this_coro::executor, SIGTERM);
    while (true) {
      co_await terminated.async_wait(asio::use_awaitable);
      if (!asked_) out_.trouble("Draining: no new trials.");
      asked_ = true;
      if (runner_ != nullptr) runner_->drain();
    }
  }

 private:
  Out& out_;
  bool asked_ = false;
  trial::Runner* runner_ = nullptr;  // the one at work
};

class Worker {
 public:
  Worker(const WorkOptions& options, const Post& post, const ModelSource& models,
         Draining& draining, Out& out)
      : options_(options), post_(post), models_(models), draining_(draining), out_(out) {
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
        out_.trouble("{}; trying again", one_line(failure.what(), 300));
      }
      co_await pause_for(wait);
      wait = std::min(2 * wait, 30'000ms);
    }
    out_.trouble("{} trials run, {} tried again, {} refused because others had them by then",
                 finished_, retried_, refused_);
    co_return true;
  }

 private:
  trial::Runner::Work work_for(const record::Trial& trial) const {
    const corpus::Case& subject = *post_.cases.at(trial.case_id);
    return {subject, *post_.cast.chosen.agent, post_.cast.prompting,
            models_.model_for(subject, trial.repeat)};
  }

  trial::Runner::Dependencies dependencies(queue::Queue& queue, HostRoom& headroom) {
    trial::Runner::Dependencies dependencies{
        queue, *post_.store, *post_.stage.engine,
        [this](const record::Trial& trial) { return work_for(trial); }};
    dependencies.rulebook = post_.stage.rules();
    dependencies.finished = [this](const record::Record& record, const trial::Progress&) {
      if (log_) log_->write(event_of("finished", record, record.attempts));
    };
    dependencies.retried = [this](const record::Record& record, const trial::Progress&) {
      if (log_) log_->write(event_of("retried", record, record.attempts));
    };
    dependencies.outage = [this](bool away) {
      out_.trouble("{}", away ? "The model fails every trial: trying one now and then."
                              : "The model is back.");
    };
    dependencies.room = [&headroom](std::size_t open) { return headroom.sandboxes(open); };
    return dependencies;
  }

  trial::RunnerOptions runner_options() const {
    return {.concurrency = options_.concurrency,
            .sandboxes = options_.sandboxes,
            .grace = options_.grace,
            .keep_budget_stops = false,
            .attempts = post_.spec.options.attempts};
  }

  Task<> stint() {
    const auto executor = co_await asio::this_coro::executor;
    const fleet::WorkerOptions who{.url = options_.fleet,
                                   .run = post_.assignment.run,
                                   .name = options_.name.empty() ? host_name() : options_.name,
                                   .time_to_live = options_.time_to_live};
    fleet::PgQueue queue(executor, who, *post_.plan);
    HostRoom headroom(options_.concurrency, std::filesystem::temp_directory_path(), out_);
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
  const Post& post_;
  const ModelSource& models_;
  Draining& draining_;
  Out& out_;
  std::optional<EventLog> log_;
  std::uint64_t finished_ = 0;
  std::uint64_t retried_ = 0;
  std::uint64_t refused_ = 0;
};

Task<int> work_on(WorkOptions options, Draining& draining, Out& out) {
  options.fleet = fleet_address(options.fleet);
  if (options.concurrency == 0) options.concurrency = usual_concurrency();
  const Post post = co_await take_post(options, out);
  out.trouble("Working on run {} at {}, {} trials at a time.", post.assignment.run,
              shown_url(options.fleet), options.concurrency);
  ModelSource models(co_await asio::this_coro::executor, post.corpus, post.spec.options.agent.model,
                     post.cast.chosen.manners);
  Worker worker(options, post, models, draining, out);
  co_await while_serving(models, worker.work());
  co_return 0;
}

Task<int> work_until_drained(WorkOptions options, Out& out) {
  Draining draining(out);
  const auto listening = [&draining](Scope& scope) { scope.spawn(draining.listen()); };
  co_return co_await with_background<int>(listening, work_on(std::move(options), draining, out));
}

}  // namespace

int work(const WorkOptions& options, Out& out) {
  return run_interruptible(work_until_drained(options, out), out, {SIGINT});
}

}  // namespace redcode::app
