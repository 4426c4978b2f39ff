#include "run/setup/local_run.h"

#include <chrono>
#include <utility>

#include "base/pause.h"
#include "run/setup/cost.h"
#include "run/setup/model.h"
#include "run/steer/host_room.h"
#include "sandbox/oci/image_store.h"

namespace redcode::setup {
namespace {

// A run on this host, as others see it and steer it.
class LocalControls final : public steer::Controls {
 public:
  LocalControls(trial::LocalRunner& run, const steer::RunWatch& watch, steer::HostRoom& headroom)
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
  const steer::RunWatch& watch_;
  steer::HostRoom& headroom_;
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
                                                 const ModelSource& models,
                                                 steer::RunWatch& watch) {
  trial::LocalRunner::Dependencies dependencies{
      *setup.suite.engine,
      *setup.agent_setup.chosen.agent,
      [&models](const corpus::Case& subject, std::uint32_t repeat) {
        return models.model_for(subject, repeat);
      },
      writer,
      setup.agent_setup.prompting,
      setup.suite.rules()};
  dependencies.finished = [&watch](const record::Record& record) { watch.finished(record); };
  dependencies.spent = [&watch](const record::Usage& usage) { watch.spent(usage); };
  dependencies.retried = [&watch](const record::Record& record) { watch.retried(record); };
  dependencies.outage = [&watch](bool away) { watch.outage(away); };
  return dependencies;
}

}  // namespace

std::vector<std::filesystem::path> disks_of(const std::filesystem::path& folder) {
  return {folder, std::filesystem::temp_directory_path(), oci::ImageStore::default_folder(),
          "/var/lib/docker"};
}

Task<bool> run_here(const RunSetup& setup, const std::vector<RunOptions>& agents,
                    steer::RunWatch::Audience audience) {
  const auto executor = co_await asio::this_coro::executor;
  record::RunWriter writer = open_run(setup);
  ModelSource models(executor, setup.corpus, left_of_budget(agents),
                     setup.agent_setup.chosen.protocol);
  steer::HostRoom headroom(setup.options.concurrency, disks_of(setup.folder), audience.say);
  steer::RunWatch watch(
      {.folder = setup.folder, .log = setup.options.log, .metrics = setup.options.metrics},
      std::move(audience));
  trial::LocalRunner::Dependencies dependencies = dependencies_of(setup, writer, models, watch);
  dependencies.room = [&headroom](std::size_t open) { return headroom.sandboxes(open); };
  const Turns turns = turns_of(setup);
  trial::LocalRunner runner(executor, turns.cases(), turns.plan, std::move(dependencies));
  LocalControls controls(runner, watch, headroom);
  const auto beside_it = [&](Scope& scope) {
    watch.start(scope, controls);
    if (setup.options.deadline.count() > 0) scope.spawn(stop_at(setup.options.deadline, runner));
  };
  watch.note("run-started");
  co_await with_background<bool>(beside_it, work(runner, models));
  writer.flush();
  watch.note("run-ended");
  watch.close();
  co_return runner.state().finished();
}

}  // namespace redcode::setup
