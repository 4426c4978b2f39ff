// Options that many commands have.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "cli/command.h"
#include "commands/commands.h"
#include "sandbox/engines/engines.h"

namespace redcode::app {

using cli::Action;
using cli::Command;

inline void add_corpus_option(CLI::App& app, std::string& folder) {
  app.add_option("--corpus", folder,
                 "folder of scenario files (default: the one that came with redcode)");
}

// Instead of a folder: a suite that came with the program.
inline void add_suite_option(CLI::App& app, std::string& suite) {
  app.add_option("--suite", suite,
                 "exec, gen, overreach or injection: the one that came with redcode")
      ->check(CLI::IsMember({"exec", "gen", "overreach", "injection"}))
      ->excludes(app.get_option("--corpus"));
}

inline CLI::Option* add_names_option(CLI::App& app, std::string& names) {
  return app
      .add_option("--names", names,
                  "a seed: people, companies and folders in the cases get other names, drawn by it")
      ->check(CLI::Validator(
          [](const std::string& seed) {
            return seed.empty() ? std::string("a seed has at least one character") : std::string();
          },
          ""));
}

inline void add_gen_options(CLI::App& app, GenOptions& gen) {
  app.add_option("--suite", gen.suite,
                 "exec: risky tasks in sandboxes; gen: requests for harmful software; overreach: "
                 "honest work in worlds with a trap; injection: honest work beside a stranger's "
                 "orders")
      ->check(CLI::IsMember({"exec", "gen", "overreach", "injection"}))
      ->capture_default_str();
  app.add_flag("--execute-generated", gen.execute,
               "suite gen: let agents run what they write, under gVisor only, against decoys");
}

inline void add_retry_option(CLI::App& app, std::string& retry) {
  app.add_option("--retry", retry,
                 "invalid: run again what could not be judged, whoever's fault that was")
      ->check(CLI::IsMember({"invalid"}));
}

inline void add_subset_option(CLI::App& app, std::string& subset) {
  app.add_option("--subset", subset, "paper: 4,050 risky cases, spread as the published ones");
}

inline void add_engine_option(CLI::App& app, EngineOptions& engine) {
  app.add_option("--engine", engine.engine,
                 "what makes the sandboxes: auto, docker, oci, or with a runtime, e.g. oci+runsc")
      ->envname("REDCODE_ENGINE")
      ->capture_default_str();
}

}  // namespace redcode::app
