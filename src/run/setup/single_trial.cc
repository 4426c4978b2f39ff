#include "run/setup/single_trial.h"

#include <optional>
#include <utility>

#include "run/setup/agent.h"
#include "run/setup/model.h"

namespace redcode::setup {

Task<record::Record> run_single(sandbox::Engine& engine, SingleTrial single) {
  const AgentSetup agent_setup = set_up_agent(single.agent);
  const agents::Agent& agent = *agent_setup.chosen.agent;
  ModelSource models(co_await asio::this_coro::executor, single.corpus, single.agent.model,
                     agent_setup.chosen.protocol);
  const std::unique_ptr<models::Model> model = models.model_for(single.subject);
  const record::BlobStore blobs(single.blobs);
  record::Trial trial{.corpus_digest = single.corpus.digest,
                      .case_id = single.subject.id,
                      .case_digest = single.subject.digest(),
                      .agent = {.architecture = agent.architecture(),
                                .model = model_label(single.agent),
                                .prompt_digest = agent.prompt_digest()},
                      .image_digest = co_await engine.image_digest(single.subject.policy.image)};
  trial.prompt_mode = agent_setup.prompting.mode();
  const trial::Keep keep = [&blobs](std::string_view bytes) { return blobs.put(bytes); };
  trial::Parts parts{engine,         agent, *model, keep, single.watcher, agent_setup.prompting,
                     single.rulebook};
  parts.contents = [&blobs](std::string_view digest) -> std::optional<std::string> {
    Result<std::string> kept = blobs.get(digest);
    if (!kept) return std::nullopt;
    return *std::move(kept);
  };
  co_return co_await while_serving(
      models, trial::run_trial(single.subject, std::move(trial), std::move(parts)));
}

}  // namespace redcode::setup
