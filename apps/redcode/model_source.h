// The model a command asked for: a provider's endpoint, or the scripted model started in this
// process on loopback.
#pragma once

#include <boost/asio/this_coro.hpp>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "base/scope.h"
#include "commands.h"
#include "corpus/corpus.h"
#include "models/secret.h"
#include "personas/server.h"
#include "trial/campaign.h"

namespace redcode::app {

class ModelSource {
 public:
  // Throws Failure, with what to do, when the options name no model that could answer.
  // `corpus` must outlive it.
  ModelSource(asio::any_io_executor executor, const corpus::Corpus& corpus, AgentOptions options);

  // Starts the scripted model, if that is what was asked for, as a child of `scope`.
  void start(Scope& scope);
  void stop();

  // As it is written in trials and manifests.
  const std::string& name() const { return options_.model; }
  std::unique_ptr<models::Model> model_for(const corpus::Case& subject) const;

 private:
  AgentOptions options_;
  std::string wire_model_;  // what the request says
  models::Secret key_;
  std::unique_ptr<personas::ScriptedServer> server_;
};

// Runs `work` while `models` serves, and ends the serving however `work` ends.
template <class T>
Task<T> while_serving(ModelSource& models, Task<T> work) {
  Scope scope(co_await asio::this_coro::executor);
  models.start(scope);
  std::optional<T> result;
  std::exception_ptr failure;
  try {
    result = co_await std::move(work);
  } catch (...) {
    failure = std::current_exception();
  }
  models.stop();
  // Also when this is being cancelled.
  co_await asio::this_coro::throw_if_cancelled(false);
  co_await scope.join();
  co_await asio::this_coro::throw_if_cancelled(true);
  if (!result) std::rethrow_exception(failure);
  co_return *std::move(result);
}

}  // namespace redcode::app
