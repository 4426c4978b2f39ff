#include "run/setup/agent.h"

#include <fmt/ranges.h>

#include <algorithm>

#include "agents/acp_agent.h"
#include "agents/architectures.h"
#include "agents/cli_agent.h"
#include "agents/external_command.h"
#include "agents/external_endpoint.h"
#include "agents/install.h"
#include "agents/recipe_files.h"
#include "base/did_you_mean.h"
#include "base/failure.h"
#include "base/files.h"
#include "base/text.h"

namespace redcode::setup {
namespace {

using personas::Tooling;

ChosenAgent with_prompt(const std::string& name, Tooling tooling) {
  return {.agent =
              agents::architecture_named(name, read_text(data_folder("prompts") / (name + ".txt"))),
          .protocol = {.tooling = tooling}};
}

agents::Installed require_installed(const agents::Recipe& recipe) {
  const std::optional<agents::Installed> installed = agents::AgentStore().find(recipe);
  if (installed) return *installed;
  throw Failure(Failure::Kind::unavailable,
                fmt::format("{} {} is not installed here: run `redcode agent install {}`",
                            recipe.title, recipe.version, recipe.name));
}

ChosenAgent with_recipe(const std::string& name) {
  agents::Recipe recipe = agents::read_recipe(name);
  agents::Installed installed = require_installed(recipe);
  const AgentProtocol protocol{.tooling = Tooling::tools, .format = recipe.format};
  return {.agent = std::make_unique<agents::CliAgent>(std::move(recipe), std::move(installed)),
          .protocol = protocol};
}

agents::PermissionPolicy permission_from(const std::string& option) {
  if (option == "owner") return {};
  if (option == "deny") return agents::PermissionPolicy::deny_all();
  if (option == "allow") return agents::PermissionPolicy::allow_all();
  auto policy = agents::PermissionPolicy::parse(read_text(option), option);
  if (!policy) throw Failure(Failure::Kind::unavailable, policy.error().front().text());
  return *std::move(policy);
}

ChosenAgent over_acp(const std::string& name, const std::string& permission) {
  agents::Recipe recipe = agents::read_recipe(name);
  if (!recipe.acp) {
    throw Failure(
        Failure::Kind::unavailable,
        fmt::format("the recipe of {} has no acp door; without acp: it has one", recipe.title));
  }
  agents::Installed installed = require_installed(recipe);
  const AgentProtocol protocol{.tooling = Tooling::tools, .format = recipe.format};
  return {.agent = std::make_unique<agents::AcpAgent>(std::move(recipe), std::move(installed),
                                                      permission_from(permission)),
          .protocol = protocol};
}

constexpr std::string_view acp = "acp:";
constexpr std::string_view command = "command:";

bool is_address(std::string_view name) {
  return name.starts_with("http://") || name.starts_with("https://");
}

template <class Made>
ChosenAgent of_ones_own(Made made) {
  if (!made) throw Failure(Failure::Kind::unavailable, made.error().text());
  return {.agent = *std::move(made), .protocol = {}};
}

using trial::Prompting;

std::vector<std::string> names_in(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    names.push_back(entry.path().stem().string());
  std::ranges::sort(names);
  return names;
}

// The text prompts/<kind>/<name>.txt; none if no name was given.
Prompting::Text text_named(const std::string& kind, const std::string& name) {
  if (name.empty()) return {};
  const std::filesystem::path folder = data_folder("prompts") / kind;
  const std::vector<std::string> names = names_in(folder);
  if (std::ranges::find(names, name) == names.end()) {
    throw Failure(Failure::Kind::unavailable,
                  fmt::format("no text '{}' for --{}; there are: {}{}", one_line(name, 40), kind,
                              fmt::join(names, ", "), did_you_mean(name, names)));
  }
  return {.name = name, .text = std::string(trim(read_text(folder / (name + ".txt"))))};
}

void add_warm_up(Prompting& prompting, std::size_t wanted) {
  if (wanted == 0) return;
  const std::string text = read_text(data_folder("prompts") / "warm-up.txt");
  for (const std::string_view line : split(text, '\n')) {
    if (prompting.tasks.size() < wanted && !trim(line).empty())
      prompting.tasks.emplace_back(trim(line));
  }
  if (prompting.tasks.size() < wanted) {
    throw Failure(Failure::Kind::unavailable,
                  fmt::format("there are {} warm-up tasks in prompts/warm-up.txt, not {}",
                              prompting.tasks.size(), wanted));
  }
  prompting.warm_up = {.name = "warm-up",
                       .text = fmt::format("{}", fmt::join(prompting.tasks, "\n"))};
}

Prompting make_prompting(const PromptOptions& options, const agents::Agent& agent) {
  Prompting prompting{.safety = text_named("safety", options.safety),
                      .role = text_named("role", options.role),
                      .pressure = text_named("pressure", options.pressure)};
  add_warm_up(prompting, options.warm_up);
  if (prompting.needs_conversation() && !agent.converses()) {
    throw Failure(
        Failure::Kind::unavailable,
        fmt::format("{} takes one task and ends, so it can be given neither --warm-up nor "
                    "--pressure; through acp: it can, if its recipe has that door",
                    agent.architecture()));
  }
  return prompting;
}

}  // namespace

bool is_ones_own(std::string_view agent) { return agent.starts_with(command) || is_address(agent); }

std::string model_label(const AgentOptions& options) {
  const bool own = is_ones_own(options.agent);
  return own && options.model.name == ModelOptions{}.name ? "own" : options.model.name;
}

ChosenAgent choose_agent(const AgentOptions& options) {
  const std::string name = options.agent.empty() ? "codeact" : options.agent;
  if (const auto tooling = personas::tooling_of_architecture(name))
    return with_prompt(name, *tooling);
  if (name.starts_with(acp)) return over_acp(name.substr(acp.size()), options.permission);
  const agents::OwnRules rules{.permission = permission_from(options.permission)};
  if (name.starts_with(command))
    return of_ones_own(agents::CommandAgent::make(name.substr(command.size()), rules));
  if (is_address(name)) return of_ones_own(agents::EndpointAgent::make(name, rules));
  return with_recipe(name);
}

AgentSetup set_up_agent(const AgentOptions& options) {
  require_persona(options.model.name);
  AgentSetup agent_setup{.chosen = choose_agent(options), .prompting = {}};
  agent_setup.prompting = make_prompting(options.prompting, *agent_setup.chosen.agent);
  return agent_setup;
}

}  // namespace redcode::setup
