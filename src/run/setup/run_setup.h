// What a run is made of, from the options of `redcode run`: the cases, who is tried, the plan. The
// same for a run on this host and for one that a fleet works on.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "corpus/corpus.h"
#include "run/setup/agent.h"
#include "run/setup/options.h"
#include "run/setup/suite.h"
#include "run/trial/local_runner.h"

namespace redcode::setup {

struct RunSetup {
  RunOptions options;  // the agent's name filled in
  corpus::Corpus corpus;
  PreparedSuite suite;
  std::string engine_version = {};  // of its runtime or daemon, as that says it
  AgentSetup agent_setup;
  std::vector<corpus::Case> cases;  // that can be run here, in the order of their turns
  std::map<std::string, std::uint64_t> not_run;  // why others cannot: how many
  trial::LocalOptions plan;
  std::filesystem::path folder;

  plan::AgentConfig agent_config() const;
  // The run, but for what may change when it is continued.
  Json manifest() const;
};

// Trials at a time, unless somebody says otherwise: four per core, for they mostly wait.
std::size_t usual_concurrency();

// "runs/<time>".
std::string new_run_folder();

// A run for each agent that `options` list. The first one's folder is the run's own, those of
// further agents are in it: an agent that is added to the list adds its trials and touches no
// others.
std::vector<RunOptions> one_for_each_agent(const RunOptions& options);

// Why an engine of these traits cannot run the case; "" if it can.
std::string obstacle(const corpus::Case& subject, const sandbox::Traits& traits);

// Requires: options.out. `corpus`: what suite_folder() names. Throws Failure, with what to do: no
// such case, no engine, ...
Task<RunSetup> set_up(RunOptions options, corpus::Corpus corpus);

// A run folder, held by this process, with the manifest and the cases of `setup` in it. One that
// exists is continued; throws Failure if it holds another run. More repeats than it had are added.
record::RunWriter open_run(const RunSetup& setup);

}  // namespace redcode::setup
