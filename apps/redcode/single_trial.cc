#include "single_trial.h"

#include <utility>

#include "agent_source.h"
#include "model_source.h"

namespace redcode::app {

Task<record::Record> run_single(sandbox::Engine& engine, SingleTrial single) {
  const std::unique_ptr<agents::Agent> agent = make_agent(single.agent.agent);
  ModelSource models(co_await asio::this_coro::executor, single.corpus, single.agent);
  const std::unique_ptr<models::Model> model = models.model_for(single.subject);
  const record::BlobStore blobs(single.blobs);
  record::Trial trial{.corpus_digest = single.corpus.digest,
                      .case_id = single.subject.id,
                      .case_digest = single.subject.digest(),
                      .agent = {.architecture = agent->architecture(),
                                .model = models.name(),
                                .prompt_digest = agent->prompt_digest()},
                      .image_digest = co_await engine.image_digest(single.subject.policy.image)};
  trial::Parts parts{engine, *agent, *model, blobs, single.watcher};
  co_return co_await while_serving(
      models, trial::run_trial(single.subject, std::move(trial), std::move(parts)));
}

}  // namespace redcode::app
