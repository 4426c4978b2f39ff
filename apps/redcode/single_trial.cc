#include "single_trial.h"

#include <boost/system/system_error.hpp>
#include <optional>
#include <utility>

#include "agent_source.h"
#include "base/failure.h"
#include "base/scope.h"
#include "interrupt.h"
#include "model_source.h"

namespace redcode::app {
namespace {

Task<> keep(Task<record::Record> trial, std::optional<record::Record>& record) {
  record = co_await std::move(trial);
}

}  // namespace

Task<record::Record> run_single(sandbox::Engine& engine, SingleTrial single, Out& out) {
  const auto executor = co_await asio::this_coro::executor;
  const std::unique_ptr<agents::Agent> agent = make_agent(single.agent.agent);
  ModelSource models(executor, single.corpus, single.agent);
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

  std::optional<record::Record> record;
  Scope serving(executor);
  models.start(serving);
  Scope running(executor);
  running.spawn(keep(trial::run_trial(single.subject, std::move(trial), std::move(parts)), record));
  Interrupt interrupt(executor, out, [&running] { running.cancel(); });
  std::exception_ptr failure;
  try {
    co_await running.join();
  } catch (...) {
    failure = std::current_exception();
  }
  interrupt.ignore();
  models.stop();
  co_await serving.join();
  if (interrupt.happened())
    throw Failure(Failure::Kind::interrupted, "interrupted; the sandbox was removed");
  if (failure) std::rethrow_exception(failure);
  co_return *std::move(record);
}

}  // namespace redcode::app
