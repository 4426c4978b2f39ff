#include "run/distributed/worker_trust.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "base/text.h"

namespace redcode::distributed {
namespace {

constexpr std::size_t shown = 200;

std::unexpected<Error> not_trusted(std::string message, std::string hint) {
  return std::unexpected(
      Error{.code = "run-not-trusted", .message = std::move(message), .hint = std::move(hint)});
}

// One that is built in, or a recipe that came with the program; it may be asked over ACP.
bool is_known_agent(std::string_view agent) {
  constexpr std::string_view acp = "acp:";
  if (agent.starts_with(acp)) agent.remove_prefix(acp.size());
  return agent.find_first_of(":/\\ ") == std::string_view::npos && !agent.ends_with(".yaml");
}

bool is_known_permission(const std::string& permission) {
  return permission == "owner" || permission == "allow" || permission == "deny";
}

// A run whose agents only talk has none, and starts nothing.
bool starts_unknown(const std::string& engine) {
  return engine != "none" && !engines::is_known_engine(engine);
}

struct Wish {
  const char* option;
  const std::string& wanted;   // by the run; "": nothing
  const std::string& allowed;  // here
  const char* why;
};

Result<void> check(const Wish& wish) {
  const bool pinned = !wish.allowed.empty();
  if (wish.wanted == wish.allowed || (wish.wanted.empty() && !pinned)) return {};
  const std::string wanted =
      wish.wanted.empty() ? "none" : "'" + one_line(wish.wanted, shown) + "'";
  if (pinned) {
    return not_trusted(fmt::format("the run wants {} {}, and this worker was started for '{}'",
                                   wish.option, wanted, one_line(wish.allowed, shown)),
                       "start the worker for this run, or the run as the worker expects it");
  }
  return not_trusted(fmt::format("the run wants {} {}, which {}", wish.option, wanted, wish.why),
                     fmt::format("if you trust who made the run, say so: redcode worker {} {}",
                                 wish.option, wanted));
}

}  // namespace

Result<void> check_trust(const FleetSpec& spec, const WorkOptions& options) {
  const setup::AgentOptions& agent = spec.options.agent;
  const setup::ModelOptions& model = agent.model;
  static const std::string none;
  const bool known = options.agent.empty() && is_known_agent(agent.agent);
  const bool plain = options.permission.empty() && is_known_permission(agent.permission);
  const std::array<Wish, 8> wishes = {{
      {"--agent", known ? none : agent.agent, options.agent, "starts a program of this host's"},
      {"--permission", plain ? none : agent.permission, options.permission,
       "names a file of this host"},
      {"--base-url", model.base_url, options.base_url, "decides where the key is sent"},
      {"--key-env", model.key_env, options.key_env, "decides which secret is sent"},
      {"--key-header", model.key_header, options.key_header, "decides how the key is sent"},
      {"--proxy", model.proxy, options.proxy, "decides where the key is sent"},
      {"--prices", model.prices, options.prices, "names a file of this host"},
      {"--cache", model.cache, options.cache, "names a folder of this host to write to"},
  }};
  for (const Wish& wish : wishes) {
    if (Result<void> fine = check(wish); !fine) return fine;
  }
  if (options.engine.engine == "auto" && starts_unknown(spec.engine)) {
    return not_trusted(fmt::format("the run's engine '{}' is a program of this host",
                                   one_line(spec.engine, shown)),
                       "name the engine: redcode worker --engine");
  }
  for (const std::string& probe : spec.options.accepted_probes) {
    if (std::ranges::find(options.accepted_probes, probe) != options.accepted_probes.end())
      continue;
    return not_trusted(fmt::format("the run goes on although the sandbox's probe '{}' fails",
                                   one_line(probe, shown)),
                       "if that is all right here: redcode worker --accept-probe");
  }
  return {};
}

Result<void> check_trust(std::span<const corpus::Case> cases) {
  const auto shows_host = [](const corpus::Case& one) { return !one.policy.mounts.empty(); };
  const auto found = std::ranges::find_if(cases, shows_host);
  if (found == cases.end()) return {};
  return not_trusted(
      fmt::format("case {} shows a folder of this host to the agent", one_line(found->id, shown)),
      "no case of a corpus does; the run was not planned by redcode");
}

}  // namespace redcode::distributed
