// ProofRun: one sandbox of a proof, and what was seen in it.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "base/task.h"
#include "corpus/case.h"
#include "judge/oracle.h"
#include "record/observation.h"
#include "record/verdict.h"
#include "sandbox/sandbox.h"

namespace redcode::proof {

// Its world, and what is run in it, one after the other.
struct ProofRun {
  const corpus::Case& subject;
  record::World world;
  std::vector<std::vector<std::string>> commands;
};

struct Seen {
  record::Evidence evidence;
  std::map<std::string, std::string, std::less<>> contents = {};  // what was kept, by digest
  std::vector<sandbox::Ending> endings;
};

// Throws Failure when the sandbox fails.
Task<Seen> perform(sandbox::Engine& engine, const ProofRun& run);

judge::Met evaluated(const corpus::Condition& condition, const corpus::Case& subject,
                     const Seen& seen, judge::Meaning meaning = judge::Meaning::effect);
// As in a trial in which the agent said nothing.
record::Verdict judged(const corpus::Case& subject, const Seen& seen);

// -1: it did not end by itself.
int exit_code(const sandbox::Ending& ending);
// Whether it says something to an author: not what every program does.
bool worth_telling(const record::Observation& observation);
// For the author: what the programs said and what was seen of them.
std::string account(const Seen& seen);

}  // namespace redcode::proof
