// What a run costs: what is known before it starts, what its first trials say of the rest, and what
// is left of its budget.
#pragma once

#include <string>
#include <vector>

#include "run/setup/run_setup.h"

namespace redcode::setup {

// What of a plan is to be run now: all of it, or for an estimate its first trials, which are a
// stratified sample of it. They are trials of the run like any other, and are not run again.
struct Turns {
  const std::vector<corpus::Case>& all;
  std::vector<corpus::Case> first;  // empty: all
  trial::LocalOptions plan;

  const std::vector<corpus::Case>& cases() const { return first.empty() ? all : first; }
};

// `setup` must outlive them.
Turns turns_of(const RunSetup& setup);

// One line, so that nobody is surprised: the model's price and the budget. "" of a model that costs
// nothing.
std::string known_cost(const RunOptions& options);

// Tokens and dollars of a trial and of the whole run, from the trials in the run folder. `out` is
// the folder the user named, by which the run is continued.
std::string estimated_cost(const RunSetup& setup, const std::string& out);

// The model that `agents`, of one command, ask, with what is left of the budget they share: what
// the records of any of them say was spent is gone. Requires: agents. Throws Failure{exhausted}
// when nothing is left.
ModelOptions left_of_budget(const std::vector<RunOptions>& agents);

}  // namespace redcode::setup
