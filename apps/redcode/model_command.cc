#include "base/failure.h"
#include "base/text.h"
#include "case_set.h"
#include "commands.h"
#include "files.h"
#include "interruptible.h"
#include "personas/server.h"

namespace redcode::app {
namespace {

personas::Persona persona_named(const std::string& wanted) {
  for (const personas::Persona persona : personas::all_personas()) {
    if (personas::name(persona) == wanted) return persona;
  }
  throw Failure(Failure::Kind::unavailable, fmt::format("no persona '{}'", one_line(wanted, 40)));
}

personas::ServerOptions server_options(const ServeOptions& options, const corpus::Corpus& corpus) {
  personas::ServerOptions server;
  server.address = options.address;
  server.port = options.port;
  server.latency = options.latency;
  server.default_persona = persona_named(options.persona);
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
      "Model names are personas; `redcode run --model PERSONA --base-url ...` asks it. Ctrl-C ends "
      "it.");
  co_await server.serve();
  co_return 0;
}

}  // namespace

int model_serve(const ServeOptions& options, Out& out) {
  return run_interruptible(serve(options, out), out);
}

}  // namespace redcode::app
