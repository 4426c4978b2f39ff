#include "agents/cli_agent.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "agents/launch.h"
#include "agents/program_run.h"
#include "base/digest.h"

namespace redcode::agents {
namespace {

constexpr std::size_t kept_output = std::size_t{64} << 10U;

// What a program leaves behind when it has run.
struct Run {
  std::string tail;  // the last it printed
  int status = 0;
};

Task<> listen_to(sandbox::Process& process, std::string& tail) {
  while (true) {
    const std::optional<sandbox::Process::Piece> piece = co_await process.read();
    if (!piece) co_return;
    tail += piece->bytes;
    if (tail.size() > kept_output) tail.erase(0, tail.size() - kept_output);
  }
}

Task<> run_program(sandbox::Sandbox& box, const Launch& launch, const relay::Relay& relay,
                   Run& run) {
  co_await make_ready(box, launch);
  const std::unique_ptr<sandbox::Process> process = co_await start(box, launch);
  process->finish_writing();
  co_await unless_given_up(relay, listen_to(*process, run.tail));
  run.status = co_await process->end();
}

}  // namespace

CliAgent::CliAgent(Recipe recipe, Installed installed, LoopLimits limits, SeenSink on_seen)
    : recipe_(std::move(recipe)),
      installed_(std::move(installed)),
      limits_(limits),
      on_seen_(std::move(on_seen)) {}

std::string CliAgent::architecture() const {
  return fmt::format("cli:{}@{}", recipe_.name, recipe_.version);
}

std::string CliAgent::prompt_digest() const {
  return sha256_hex(fmt::format("{}\n{}", recipe_.digest(), installed_.digest));
}

record::Policy CliAgent::needs(record::Policy policy) const {
  policy.mounts.push_back({.source = installed_.folder.string(), .target = agent_folder});
  policy.memory_limit = std::max(policy.memory_limit, recipe_.memory_mb << 20U);
  return policy;
}

record::Baseline CliAgent::baseline() const {
  constexpr std::string_view home = "/home/dev/";
  record::Baseline own = recipe_.own;
  own.paths.emplace_back(agent_folder);
  // In some worlds the agent is root, at home elsewhere.
  for (const std::string& path : recipe_.own.paths) {
    if (path.starts_with(home)) own.paths.push_back("/root/" + path.substr(home.size()));
  }
  return own;
}

Task<record::Stop> CliAgent::work(Assignment assignment, models::Model& model,
                                  SandboxProvider& place, const Listener& listener) const {
  const Launch launch{.recipe = recipe_,
                      .start = recipe_.cli,
                      .blanks = blanks_for(with_safety(assignment), recipe_.model),
                      .working_dir = assignment.working_dir};
  relay::Relay relay(model, recipe_.model, {.calls = limits_.turns}, heard_by(listener));
  Run run;
  sandbox::Sandbox* box = co_await place.sandbox();
  co_await with_bridge(*box, relay, run_program(*box, launch, relay, run));
  on_seen_(relay.seen());
  const std::string last_words = fmt::format("status {}: {}", run.status, run.tail);
  co_return stop_of(relay, recipe_.name, last_words);
}

}  // namespace redcode::agents
