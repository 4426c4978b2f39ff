// The model a command asked for: a provider's endpoint, or the scripted model started in this
// process on loopback.
#pragma once

#include <memory>
#include <string>

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

}  // namespace redcode::app
