// `redcode run`: many trials into a run folder, then the report.
#include <algorithm>
#include <boost/asio/error.hpp>
#include <boost/system/system_error.hpp>
#include <chrono>

#include "base/failure.h"
#include "base/pause.h"
#include "base/text.h"
#include "commands/commands.h"
#include "containment.h"
#include "fleet_run.h"
#include "host_room.h"
#include "interruptible.h"
#include "model_source.h"
#include "run_cost.h"
#include "run_setup.h"
#include "run_watch.h"

namespace redcode::app {
namespace {

ProgressLine::Stand stand_of(const trial::LocalRunner& runner) {
  const queue::State state = runner.state();
  return {.planned = state.planned,
          .over = state.over,
          .skipped = runner.skipped(),
          .retried = state.retried};
}

// A run on this host, as others see it and steer it.
class LocalControls final : public steer::Controls {
 public:
  LocalControls(trial::LocalRunner& run, const RunWatch& watch, HostRoom& headroom)
      : run_(run), watch_(watch), headroom_(headroom) {}

  steer::Status status() const override {
    steer::Status status = watch_.counted();
    const queue::State state = run_.state();
    status.planned = state.planned;
    status.over = state.over;
    status.skipped = run_.skipped();
    status.running = run_.runner().progress().running;
    status.under_way = under_way();
    status.retried = state.retried;
    status.queued = state.queued;
    status.concurrency = run_.runner().concurrency();
    status.sandboxes_limit = run_.runner().sandboxes();
    status.order = name(cancelled_ ? queue::Order::stop : state.order);
    status.why_slow = headroom_.why_slow();
    return status;
  }
  void pause() override { run_.set_order(queue::Order::pause); }
  void go_on() override { run_.set_order(queue::Order::go); }
  void set_concurrency(std::size_t trials) override {
    run_.runner().set_concurrency(trials);
    headroom_.set_most(trials);
  }
  void cancel() override {
    cancelled_ = true;
    run_.runner().stop();
  }

 private:
  std::vector<steer::UnderWay> under_way() const {
    const auto now = std::chrono::steady_clock::now();
    std::vector<steer::UnderWay> trials;
    for (const trial::Runner::UnderWay& one : run_.runner().under_way()) {
      if (trials.size() == steer::most_under_way) break;
      trials.push_back({.case_id = one.case_id,
                        .seconds = std::chrono::duration<double>(now - one.since).count()});
    }
    return trials;
  }

  trial::LocalRunner& run_;
  const RunWatch& watch_;
  HostRoom& headroom_;
  bool cancelled_ = false;
};

Task<> stop_at(std::chrono::seconds deadline, trial::LocalRunner& runner) {
  co_await pause_for(deadline);
  runner.runner().stop();
}

Task<bool> work(trial::LocalRunner& runner, ModelSource& models) {
  co_await while_serving(models, runner.run());
  co_return true;
}

trial::LocalRunner::Dependencies dependencies_of(const RunSetup& setup, record::RunWriter& writer,
                                                 const ModelSource& models, RunWatch& watch) {
  trial::LocalRunner::Dependencies dependencies{
      *setup.stage.engine,
      *setup.cast.chosen.agent,
      [&models](const corpus::Case& subject, std::uint32_t repeat) {
        return models.model_for(subject, repeat);
      },
      writer,
      setup.cast.prompting,
      setup.stage.rules()};
  dependencies.spent = [&watch](const record::Usage& usage) { watch.spent(usage); };
  dependencies.retried = [&watch](const record::Record& record) { watch.retried(record); };
  dependencies.outage = [&watch](bool away) { watch.outage(away); };
  return dependencies;
}

// Whether every planned trial is over. `agents` are all of the command's.
Task<bool> run_here(const RunSetup& setup, const std::vector<RunOptions>& agents, Out& out) {
  const auto executor = co_await asio::this_coro::executor;
  record::RunWriter writer = open_run(setup);
  ModelSource models(executor, setup.corpus, left_of_budget(agents), setup.cast.chosen.manners);
  RunWatch watch(
      out, {.folder = setup.folder, .log = setup.options.log, .metrics = setup.options.metrics});
  trial::LocalRunner* running = nullptr;
  trial::LocalRunner::Dependencies dependencies = dependencies_of(setup, writer, models, watch);
  dependencies.finished = [&](const record::Record& record) {
    watch.finished(record, stand_of(*running));
  };
  HostRoom headroom(setup.options.concurrency, setup.folder, out);
  dependencies.room = [&headroom](std::size_t open) { return headroom.sandboxes(open); };
  const Turns turns = turns_of(setup);
  trial::LocalRunner runner(executor, turns.cases(), turns.plan, std::move(dependencies));
  running = &runner;
  LocalControls controls(runner, watch, headroom);
  const auto beside_it = [&](Scope& scope) {
    watch.start(scope, controls);
    if (setup.options.deadline.count() > 0) scope.spawn(stop_at(setup.options.deadline, runner));
  };
  watch.note("run-started");
  co_await with_background<bool>(beside_it, work(runner, models));
  writer.flush();
  watch.note("run-ended");
  watch.close(stand_of(runner));
  co_return runner.state().finished();
}

void require_here(const RunOptions& options) {
  if (options.fleet.empty()) return;
  if (!options.retry.empty()) {
    throw Failure(Failure::Kind::unavailable,
                  "trials are run again on this host: leave --fleet or --retry out");
  }
  if (options.estimate == 0) return;
  throw Failure(Failure::Kind::unavailable,
                "an estimate is made on this host: leave --fleet out, and give it to the command "
                "that continues the run");
}

void tell_not_whole(const std::string& given, Out& out) {
  out.trouble("Not every trial was run. The same command with --out {} continues.", given);
}

Task<int> run_one(RunOptions options, const std::vector<RunOptions>& agents, bool& whole,
                  Out& out) {
  const std::string& given = agents.front().out;  // by which the run is continued
  const RunSetup setup = co_await set_up(std::move(options), out);
  const bool fleet = !setup.options.fleet.empty();
  require_here(setup.options);
  out.trouble("{} cases × {} into {}", setup.cases.size(), setup.options.repeats,
              setup.folder.string());
  const std::string cost = known_cost(setup.options);
  if (!cost.empty()) out.trouble("{}", cost);
  if (!fleet && (!is_gen(setup.corpus) || setup.options.gen.execute))
    co_await require_contained(*setup.stage.engine, setup.options.accepted_probes, out);
  whole = false;
  try {
    whole = fleet ? co_await run_on_fleet(setup, out) : co_await run_here(setup, agents, out);
  } catch (const boost::system::system_error& error) {
    // Anything else is a fault, and its own words say which.
    const bool interrupted = error.code() == asio::error::operation_aborted;
    out.trouble("{}The same command with --out {} continues.", interrupted ? "Interrupted. " : "",
                given);
    throw;
  } catch (const Failure&) {
    out.trouble("The run cannot go on. The same command with --out {} continues.", given);
    throw;
  }
  if (!whole) tell_not_whole(given, out);
  if (setup.options.estimate > 0) {
    out.write(estimated_cost(setup, given));
    co_return 0;
  }
  ReportOptions report{.run = setup.folder.string()};
  co_return report_run(report, out);
}

// One agent's folder is the run's own, those of further agents are in it: an agent that is added to
// the list adds its trials and touches no others.
std::vector<RunOptions> one_by_one(const RunOptions& options) {
  const std::string& agents = options.agent.agent;
  std::vector<RunOptions> runs;
  for (const std::string& name : is_ones_own(agents) ? std::vector{agents} : split(agents, ',')) {
    RunOptions& run = runs.emplace_back(options);
    run.agent.agent = name;
    if (runs.size() == 1) continue;
    std::string folder = name;
    std::ranges::replace_if(folder, [](char c) { return c == '/' || c == ':'; }, '_');
    run.out = (std::filesystem::path(options.out) / "agents" / folder).string();
  }
  if (runs.empty()) runs.push_back(options);
  return runs;
}

// Whether anything is left of the deadline, which is the whole run's; if so, `run` gets just that.
bool keep_to_deadline(RunOptions& run, std::chrono::steady_clock::time_point began) {
  if (run.deadline.count() == 0) return true;
  const auto passed = std::chrono::steady_clock::now() - began;
  run.deadline = std::chrono::ceil<std::chrono::seconds>(run.deadline - passed);
  return run.deadline.count() > 0;
}

Task<int> run_all(RunOptions options, Out& out) {
  const auto began = std::chrono::steady_clock::now();
  if (options.out.empty()) options.out = new_run_folder();
  const std::vector<RunOptions> agents = one_by_one(options);
  int code = 0;
  bool whole = true;
  for (RunOptions run : agents) {
    if (!keep_to_deadline(run, began)) {
      tell_not_whole(options.out, out);
      break;
    }
    code = std::max(code, co_await run_one(std::move(run), agents, whole, out));
    // What ended one run early (a deadline, the user, the budget) ends the others, too.
    if (!whole) break;
  }
  co_return code;
}

}  // namespace

int run_cases(const RunOptions& options, Out& out) {
  return run_interruptible(run_all(options, out), out);
}

}  // namespace redcode::app
