// `redcode corpus mutate`: whether the evidence kept by `prove` would catch an oracle that is
// wrong.
#include <fmt/ranges.h>

#include "case_set.h"
#include "commands/commands.h"
#include "proof/kept_evidence.h"
#include "proof/mutants.h"

namespace redcode::app {

int corpus_mutate(const MutateOptions& options, Out& out) {
  proof::MutationScore score;
  for (const corpus::Scenario& scenario : load_scenarios(options.folder, options.scenarios, out)) {
    const auto unnoticed = score.add(scenario, proof::kept_evidence(options.evidence, scenario));
    if (!options.list) continue;
    for (const auto& [act, part, changes] : unnoticed)
      out.line("{}.{} {}: {}", scenario.id, act, part, fmt::join(changes, "; "));
  }
  for (const auto& [part, count] : score.parts()) {
    out.line("{:<10} {:>6} mutants, {:>6} caught, {:5.1f} %", part, count.made, count.caught,
             count.percent());
    for (const auto& [change, survivors] : count.survivors) {
      out.line("{:>12} survive: {}", survivors, change);
    }
  }
  const proof::MutantCount all = score.all();
  constexpr double wanted = 98;
  out.line("{} of {} mutants caught, {:.1f} % (at least {:.0f} % wanted)", all.caught, all.made,
           all.percent(), wanted);
  return all.percent() >= wanted ? 0 : 1;
}

}  // namespace redcode::app
