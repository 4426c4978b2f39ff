#include "run/trial/local_campaign.h"

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

plan::Entrant entrant_of(const LocalOptions& options, const LocalCampaign::Crew& crew) {
  return {.agent = {.architecture = crew.agent.architecture(),
                    .model = options.model_name,
                    .prompt_digest = crew.agent.prompt_digest()},
          .prompt_mode = crew.prompting.mode()};
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
                   plan::Entrant entrant) {
  plan::Axes axes{.corpus_digest = options.corpus_digest,
                  .image_digest = options.image_digest,
                  .entrants = {std::move(entrant)},
                  .repeats = options.repeats};
  for (const corpus::Case& subject : cases) axes.cases.push_back({subject.id, subject.digest()});
  return plan::Plan(std::move(axes));
}

LocalCampaign::LocalCampaign(const asio::any_io_executor& executor,
                             const std::vector<corpus::Case>& cases, LocalOptions options,
                             Crew crew)
    : agent_(crew.agent),
      prompting_(crew.prompting),
      model_for_(crew.model_for),
      plan_(plan_of(cases, options, entrant_of(options, crew))),
      blobs_(std::make_unique<BlobsOfRun>(crew.run.blobs())),
      queue_(executor, plan_, finished_of(crew.run, plan_, options.unjudged, skipped_), crew.run,
             options.limits),
      campaign_(executor, options_of(options), crew_of(std::move(crew))) {
  for (const corpus::Case& subject : cases) cases_.emplace(subject.id, &subject);
}

CampaignOptions LocalCampaign::options_of(const LocalOptions& options) {
  CampaignOptions own = options.campaign;
  own.attempts = options.limits.attempts;
  return own;
}

Campaign::Crew LocalCampaign::crew_of(Crew crew) {
  Campaign::Crew all{queue_, *blobs_, crew.engine,
                     [this](const record::Trial& trial) { return work_for(trial); }};
  all.rulebook = crew.rulebook;
  all.finished = [tell = std::move(crew.finished)](const record::Record& record, const Progress&) {
    tell(record);
  };
  all.retried = [tell = std::move(crew.retried)](const record::Record& record, const Progress&) {
    tell(record);
  };
  all.spent = std::move(crew.spent);
  all.outage = std::move(crew.outage);
  all.room = std::move(crew.room);
  return all;
}

Campaign::Work LocalCampaign::work_for(const record::Trial& trial) const {
  const corpus::Case& subject = *cases_.at(trial.case_id);
  return {subject, agent_, prompting_, model_for_(subject, trial.repeat)};
}

}  // namespace redcode::trial
