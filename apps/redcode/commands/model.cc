#include "base/failure.h"
#include "base/files.h"
#include "base/text.h"
#include "case_set.h"
#include "commands/commands.h"
#include "interruptible.h"
#include "personas/server.h"

namespace redcode::app {
namespace {

template <class T>
T or_fail(Result<T> result, Failure::Kind kind) {
  if (!result) throw Failure(kind, result.error().text());
  return *std::move(result);
}

personas::ServerOptions server_options(const ServeOptions& options, const corpus::Corpus& corpus) {
  personas::ServerOptions server;
  server.address = options.address;
  server.port = options.port;
  server.latency = options.latency;
  if (!options.persona.empty())
    server.default_persona =
        or_fail(personas::persona_named(options.persona), Failure::Kind::unavailable);
  if (!options.faults.empty())
    server.faults = or_fail(personas::faults_from(options.faults), Failure::Kind::unavailable);
  if (!options.script.empty()) {
    auto script = personas::parse_script(read_text(options.script), corpus);
    if (!script)
      throw Failure(Failure::Kind::corrupt,
                    fmt::format("{}: {}", options.script, script.error().text()));
    server.script = *std::move(script);
  }
  return server;
}

Task<int> serve(const ServeOptions& options, Out& out) {
  const corpus::Corpus corpus = load_corpus(options.corpus, out);
  const auto executor = co_await asio::this_coro::executor;
  personas::ScriptedServer server(executor, corpus, server_options(options, corpus));
  out.line("The scripted model listens on http://{}:{}/{{case}}/v1", options.address,
           server.port());
  out.line(
      "Model names are personas; `redcode run --model PERSONA --base-url ...` asks it. Behind "
      "{{case}} may stand how the agent acts: codeact, interpreter, react, tools. Ctrl-C ends it.");
  co_await server.serve();
  co_return 0;
}

}  // namespace

int model_serve(const ServeOptions& options, Out& out) {
  return run_interruptible(serve(options, out), out);
}

}  // namespace redcode::app
