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
#include "base/with_background.h"
#include "corpus/corpus.h"
#include "models/remote_model.h"
#include "personas/server.h"
#include "run/setup/options.h"
#include "run/trial/local_runner.h"

namespace redcode::setup {

// What the scripted model must know of the agent it plays with: how it acts, and in which format it
// asks. Any other model is asked as its options say.
struct AgentProtocol {
  personas::Tooling tooling = personas::Tooling::codeact;
  wire::Format format = wire::Format::chat;
};

// The variables that say where a provider is and hold its key, unless options name others.
struct ProviderVariables {
  std::string base_url;
  std::string key;
};
ProviderVariables provider_variables(wire::Format format);

// The price table that --prices names ("": the one that came with the program). Throws Failure when
// it cannot be read.
std::shared_ptr<const models::Prices> prices_from(const std::string& option);

// Throws Failure, with the nearest name, if `model` is scripted:NAME and no persona has that name.
void require_persona(const std::string& model);

class ModelSource {
 public:
  // Throws Failure, with what to do, when the options name no model that could answer.
  // `corpus` must outlive it.
  ModelSource(const asio::any_io_executor& executor, const corpus::Corpus& corpus,
              ModelOptions options, AgentProtocol protocol = {});

  // Starts the scripted model, if that is what was asked for, as a child of `scope`.
  void start(Scope& scope);

  // As it is written in trials and manifests.
  const std::string& name() const { return options_.name; }
  std::unique_ptr<models::Model> model_for(const corpus::Case& subject,
                                           std::uint32_t repeat = 0) const;

 private:
  void play(const asio::any_io_executor& executor, const corpus::Corpus& corpus,
            AgentProtocol protocol);
  void reach_provider();

  ModelOptions options_;
  models::RemoteModel::Options remote_;  // but for what differs from case to case
  std::unique_ptr<personas::ScriptedServer> server_;
};

// Runs `work` while `models` serves, and ends the serving however `work` ends.
template <class T>
Task<T> while_serving(ModelSource& models, Task<T> work) {
  return with_background<T>([&models](Scope& scope) { models.start(scope); }, std::move(work));
}

// Likewise, for work that gives nothing.
inline Task<> while_serving(ModelSource& models, Task<> work) {
  const auto done = [](Task<> wanted) -> Task<bool> {
    co_await std::move(wanted);
    co_return true;
  };
  co_await while_serving(models, done(std::move(work)));
}

}  // namespace redcode::setup
