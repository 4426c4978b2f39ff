#include <redcode/trial.h>

#include <boost/asio/this_coro.hpp>
#include <utility>

#include "base/digest.h"
#include "base/program_version.h"
#include "base/run.h"
#include "base/with_background.h"
#include "models/remote_model.h"
#include "personas/server.h"
#include "run/api/impl.h"
#include "run/trial/local_runner.h"

namespace redcode {
namespace {

// For agents that bring their own.
class NoModel final : public models::Model {
 public:
  std::string name() const override { return "own"; }
  Task<models::Reply> reply(const record::Transcript& /*transcript*/,
                            const std::vector<wire::Tool>& /*tools*/) override {
    throw Failure(Failure::Kind::unavailable, "this agent has no model here");
  }
};

// One call of run_trials.
struct Asked {
  corpus::Corpus corpus;  // the cases and the digest of the corpus they are from
  const Agent::Impl& agent;
  const Engine::Impl& engine;
  const std::filesystem::path& folder;
  const RunOptions& options;
};

corpus::Corpus corpus_of(const std::vector<Case>& cases) {
  if (cases.empty()) api::refuse("there are no cases to run");
  corpus::Corpus corpus;
  corpus.digest = cases.front().impl().corpus_digest;
  for (const Case& one : cases) {
    if (one.impl().corpus_digest != corpus.digest) api::refuse("the cases are of two corpora");
    if (one.impl().subject.gen() != nullptr)
      api::refuse(fmt::format("{}: requests for software are run by `redcode run`", one.id()));
    corpus.cases.push_back(one.impl().subject);
  }
  return corpus;
}

Json manifest_of(const Asked& asked, const std::string& engine, const std::string& image_digest) {
  std::string digests;
  for (const corpus::Case& subject : asked.corpus.cases) digests += subject.digest();
  return {{"format", "redcode/manifest/1"},
          {"tool_version", program_version()},
          {"agent", asked.agent.agent->architecture()},
          {"model", asked.agent.label},
          {"prompt_digest", asked.agent.agent->prompt_digest()},
          {"prompt_mode", trial::Prompting{}.mode()},
          {"corpus_digest", asked.corpus.digest},
          {"image_digest", image_digest},
          {"engine", engine},
          {"cases", asked.corpus.cases.size()},
          {"cases_digest", sha256_hex(digests)},
          {"repeats", asked.options.repeats},
          {"not_run", Json::object()}};
}

// A folder holds one run: to continue it with another agent or other cases would mix two.
record::RunWriter open_folder(const Asked& asked, const Json& manifest) {
  record::RunWriter writer(asked.folder, manifest);
  const Result<Json> stored = record::RunReader(asked.folder).manifest();
  if (!stored) api::refuse(stored.error().text());
  Json same = *stored;
  same["tool_version"] = manifest.at("tool_version");
  if (same != manifest)
    api::refuse(fmt::format("{} holds another run; name another folder", asked.folder.string()));
  std::vector<Json> cases;
  for (const corpus::Case& subject : asked.corpus.cases) cases.push_back(to_json(subject));
  writer.keep_cases(cases);
  return writer;
}

// Where an agent's model is, and the scripted one if it is that.
class ModelPlace {
 public:
  ModelPlace(const asio::any_io_executor& executor, const Asked& asked) : agent_(asked.agent) {
    const Model& model = agent_.model;
    url_ = model.url;
    name_ = model.name;
    if (!name_.starts_with(api::scripted)) return;
    name_ = name_.substr(api::scripted.size());
    personas::ServerOptions options;
    options.default_persona = personas::persona_named(name_).value();
    server_.emplace(executor, asked.corpus, std::move(options));
    url_ = server_->base_url(agent_.tooling);
  }

  void start(Scope& scope) {
    if (server_) scope.spawn(server_->serve());
  }

  std::unique_ptr<models::Model> model_for(const corpus::Case& subject) const {
    if (name_.empty()) return std::make_unique<NoModel>();
    models::RemoteModel::Options options{.base_url = personas::with_case(url_, subject.id),
                                         .model = name_};
    options.key = models::Secret(agent_.model.key);
    auto made = models::RemoteModel::make(std::move(options));
    if (!made) api::refuse(made.error().text());
    return *std::move(made);
  }

 private:
  const Agent::Impl& agent_;
  std::string url_;
  std::string name_;
  std::optional<personas::ScriptedServer> server_;
};

Task<bool> finish(trial::LocalRunner& runner) {
  co_await runner.run();
  co_return true;
}

Task<> run_all(const Asked& asked) {
  const auto executor = co_await asio::this_coro::executor;
  const std::unique_ptr<sandbox::Engine> engine = asked.engine.make();
  const std::string image = asked.corpus.cases.front().policy.image;
  trial::LocalOptions options{.corpus_digest = asked.corpus.digest,
                              .image_digest = co_await engine->image_digest(image),
                              .model_name = asked.agent.label,
                              .repeats = asked.options.repeats};
  options.runner.concurrency = asked.options.concurrency;
  options.limits.attempts = asked.options.attempts;
  const Json manifest = manifest_of(asked, asked.engine.name, options.image_digest);
  record::RunWriter writer = open_folder(asked, manifest);
  ModelPlace models(executor, asked);
  trial::LocalRunner::Dependencies dependencies{
      *engine, *asked.agent.agent,
      [&models](const corpus::Case& subject, std::uint32_t) { return models.model_for(subject); },
      writer};
  if (asked.options.finished) {
    dependencies.finished = [&asked](const record::Record& record) {
      asked.options.finished(api::published(record));
    };
  }
  trial::LocalRunner runner(executor, asked.corpus.cases, std::move(options),
                            std::move(dependencies));
  co_await with_background<bool>([&models](Scope& scope) { models.start(scope); }, finish(runner));
}

}  // namespace

Run run_trials(const std::vector<Case>& cases, const Agent& agent, const Engine& engine,
               const std::filesystem::path& folder, const RunOptions& options) {
  const Asked asked{.corpus = corpus_of(cases),
                    .agent = agent.impl(),
                    .engine = engine.impl(),
                    .folder = folder,
                    .options = options};
  run(run_all(asked));
  return Run(folder);
}

Record run_trial(const Case& subject, const Agent& agent, const Engine& engine,
                 const std::filesystem::path& folder) {
  const Run done = run_trials({subject}, agent, engine, folder);
  std::vector<Record> records = done.records();
  if (records.size() != 1) api::refuse(fmt::format("{} holds other trials", folder.string()));
  return std::move(records.front());
}

}  // namespace redcode
