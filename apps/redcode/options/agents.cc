#include "commands/commands.h"
#include "options/options.h"

namespace redcode::app {
namespace {

void add_names(CLI::App& app, AgentNamesOptions& options) {
  app.add_option("name", options.names, "an agent's name, or the path of a recipe");
  app.add_flag("--all", options.all, "every agent that came with redcode");
}

}  // namespace

void add_agents(CLI::App& root, Action& chosen) {
  CLI::App* group = root.add_subcommand("agent", "Agent programs of other makers, run unmodified")
                        ->require_subcommand(1);
  group->add_subcommand("list", "Which there are, and which are installed")
      ->footer("Example:\n  redcode agent list")
      ->callback([&chosen] { chosen = agent_list; });

  Command<AgentNamesOptions> show(*group, "show", "What a recipe says", "agent show codex");
  add_names(*show.app, *show.options);
  show.runs(chosen, agent_show);

  Command<AgentNamesOptions> install(*group, "install", "Install at the recipe's version, from npm",
                                     "agent install codex claude-code");
  add_names(*install.app, *install.options);
  install.runs(chosen, agent_install);

  Command<AgentNamesOptions> check(
      *group, "check", "Installed, untouched, and running inside a sandbox?", "agent check codex");
  add_names(*check.app, *check.options);
  add_engine_option(*check.app, check.options->engine);
  check.runs(chosen, agent_check);
}

}  // namespace redcode::app
