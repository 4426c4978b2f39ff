#include "commands/commands.h"
#include "options/options.h"

namespace redcode::app {

void add_guard(CLI::App& root, Action& chosen) {
  CLI::App* group =
      root.add_subcommand("guard", "Commands before they run: may they?")->require_subcommand(1);

  Command<GuardOptions> check(*group, "check",
                              "What a call would do: allow (0), ask (1) or deny (2)",
                              "guard check --explain script.sh");
  check.app->add_option("--policy", check.options->policy,
                        "rules beside those of the machine, the user and the project");
  check.app->add_flag("--explain", check.options->explain,
                      "every effect, with its rule and what would change it");
  check.app->add_flag("--json", check.options->json, "the same as JSON");
  check.app->add_option("file", check.options->file, "bash commands; -: standard input")
      ->required();
  check.runs(chosen, guard_check);

  Command<GuardOptions> policy(*group, "policy", "The built-in policy, to read and to start from",
                               "guard policy");
  policy.runs(chosen, guard_policy);
}

}  // namespace redcode::app
