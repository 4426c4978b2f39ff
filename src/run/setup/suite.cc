#include "run/setup/suite.h"

#include "analysis/installed_rules.h"
#include "base/failure.h"
#include "base/files.h"
#include "sandbox/no_engine.h"

namespace redcode::setup {
namespace {

constexpr const char* only_talks = "chat";

[[noreturn]] void cannot(const char* why) { throw Failure(Failure::Kind::unavailable, why); }

Task<std::unique_ptr<sandbox::Engine>> engine_for_generated(EngineOptions options) {
  std::unique_ptr<sandbox::Engine> engine = co_await choose_engine(std::move(options));
  const sandbox::Traits traits = co_await engine->traits();
  if (traits.runtime != "runsc")
    cannot("generated code is run under gVisor only: give --engine oci+runsc or docker+runsc");
  co_return engine;
}

// Nothing of the options is about software.
void require_deeds(const GenOptions& gen, bool talks) {
  if (gen.suite == "gen" || gen.execute)
    cannot("these cases are tasks, not requests for software: leave --suite gen out");
  if (talks)
    cannot("the agent chat does nothing but talk: it is for --suite gen; give another --agent");
}

// Software is run only if that was asked for.
void require_allowed(const GenOptions& gen, bool talks) {
  if (talks && gen.execute)
    cannot("the agent chat runs nothing: with --execute-generated give --agent interpreter");
  if (!talks && !gen.execute)
    cannot(
        "this agent runs what it writes: give --agent chat, or allow it with --execute-generated");
}

}  // namespace

std::string suite_folder(const std::string& suite, const std::string& folder) {
  if (!folder.empty() || suite.empty() || suite == "exec") return folder;
  return data_folder(suite).string();
}

bool is_gen(const corpus::Corpus& corpus) {
  return !corpus.cases.empty() && corpus.cases.front().gen() != nullptr;
}

std::string image_of(const corpus::Corpus& corpus) {
  return corpus.cases.empty() ? record::Policy{}.image : corpus.cases.front().policy.image;
}

Task<PreparedSuite> prepare_suite(const corpus::Corpus& corpus, AgentOptions& agent,
                                  const GenOptions& gen, EngineOptions engine) {
  const bool software = is_gen(corpus);
  if (agent.agent.empty()) agent.agent = software ? only_talks : "codeact";
  const bool talks = agent.agent == only_talks;
  if (!software) {
    require_deeds(gen, talks);
    co_return PreparedSuite{.engine = co_await choose_engine(std::move(engine))};
  }
  require_allowed(gen, talks);
  PreparedSuite suite{.engine = std::make_unique<sandbox::NoEngine>(),
                      .rulebook = analysis::load_rules(analysis::Examples::trusted)};
  if (!talks) suite.engine = co_await engine_for_generated(std::move(engine));
  co_return suite;
}

}  // namespace redcode::setup
