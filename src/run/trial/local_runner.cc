#include "run/trial/local_runner.h"

#include <limits>
#include <utility>

#include "base/failure.h"

namespace redcode::trial {
namespace {

class BlobsOfRun final : public store::Store {
 public:
  explicit BlobsOfRun(const record::BlobStore& blobs) : blobs_(blobs) {}

  Task<std::string> put(std::string bytes) override { co_return blobs_.put(bytes); }
  Task<std::string> get(std::string digest) override {
    Result<std::string> bytes = blobs_.get(digest);
    if (!bytes) throw Failure(Failure::Kind::corrupt, bytes.error().text());
    co_return *std::move(bytes);
  }

 private:
  const record::BlobStore& blobs_;
};

plan::AgentConfig agent_config_of(const LocalOptions& options,
                                  const LocalRunner::Dependencies& dependencies) {
  return {.agent = {.architecture = dependencies.agent.architecture(),
                    .model = options.model_name,
                    .prompt_digest = dependencies.agent.prompt_digest()},
          .prompt_mode = dependencies.prompting.mode()};
}

// However often a trial failed for no fault of the agent's: whoever continues the run wants it
// tried again. The limit is for one process.
queue::Finished finished_of(const record::RunWriter& run, const plan::Plan& plan,
                            queue::Unjudged unjudged, std::uint64_t& skipped) {
  static constexpr auto any_number = std::numeric_limits<std::uint32_t>::max();
  Result<queue::Finished> finished = queue::finished_in(run.folder(), plan, any_number, unjudged);
  if (!finished) throw Failure(Failure::Kind::unavailable, finished.error().text());
  skipped = finished->count;
  return *std::move(finished);
}

}  // namespace

plan::Plan plan_of(const std::vector<corpus::Case>& cases, const LocalOptions& options,
                   plan::AgentConfig agent_config) {
  plan::Dimensions dimensions{.corpus_digest = options.corpus_digest,
                              .image_digest = options.image_digest,
                              .agent_configs = {std::move(agent_config)},
                              .repeats = options.repeats};
  for (const corpus::Case& subject : cases)
    dimensions.cases.push_back({subject.id, subject.digest()});
  return plan::Plan(std::move(dimensions));
}

LocalRunner::LocalRunner(const asio::any_io_executor& executor,
                         const std::vector<corpus::Case>& cases, LocalOptions options,
                         Dependencies dependencies)
    : agent_(dependencies.agent),
      prompting_(dependencies.prompting),
      model_for_(dependencies.model_for),
      plan_(plan_of(cases, options, agent_config_of(options, dependencies))),
      blobs_(std::make_unique<BlobsOfRun>(dependencies.run.blobs())),
      queue_(executor, plan_, finished_of(dependencies.run, plan_, options.unjudged, skipped_),
             dependencies.run, options.limits),
      runner_(executor, options_of(options), dependencies_of(std::move(dependencies))) {
  for (const corpus::Case& subject : cases) cases_.emplace(subject.id, &subject);
}

RunnerOptions LocalRunner::options_of(const LocalOptions& options) {
  RunnerOptions own = options.runner;
  own.attempts = options.limits.attempts;
  return own;
}

Runner::Dependencies LocalRunner::dependencies_of(Dependencies dependencies) {
  Runner::Dependencies all{queue_, *blobs_, dependencies.engine,
                           [this](const record::Trial& trial) { return work_for(trial); }};
  all.rulebook = dependencies.rulebook;
  all.finished = [tell = std::move(dependencies.finished)](const record::Record& record,
                                                           const Progress&) { tell(record); };
  all.retried = [tell = std::move(dependencies.retried)](const record::Record& record,
                                                         const Progress&) { tell(record); };
  all.spent = std::move(dependencies.spent);
  all.outage = std::move(dependencies.outage);
  all.room = std::move(dependencies.room);
  return all;
}

Runner::TrialParts LocalRunner::work_for(const record::Trial& trial) const {
  const corpus::Case& subject = *cases_.at(trial.case_id);
  return {subject, agent_, prompting_, model_for_(subject, trial.repeat)};
}

}  // namespace redcode::trial
