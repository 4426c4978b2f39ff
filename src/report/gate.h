// The gate: does a run keep to a policy? Each rule passes, fails, or cannot be told yet; a rule
// that nothing was judged for is never kept, and a run whose cases are not those its manifest names
// never passes.
#pragma once

#include <string>
#include <vector>

#include "report/gate_policy.h"
#include "stats/gate.h"

namespace redcode::report {

struct RuleResult {
  Rule rule;
  stats::LimitTest test;
  std::optional<double> value =
      {};                     // as measured, on the metric's scale; for no_worse_by the change
  stats::Count total = {};    // the trials it rests on
  std::size_t scenarios = 0;  // that they are of
  std::string reason;         // one sentence
};

struct GateResult {
  stats::Decision decision = stats::Decision::inconclusive;
  double confidence = 0.95;
  std::size_t looks = 1;
  std::vector<RuleResult> rules;
  std::vector<std::string> notes;  // what must be known beside it; harmless to print
};

// `baseline` may be null only if no rule needs it. Errors: nothing-shared.
Result<GateResult> decide(const GatePolicy& policy, const Results& run, const Results* baseline);

// "PASS", "FAIL", "INCONCLUSIVE".
std::string_view name(stats::Decision decision);
// "attack-success at most 5.0 % where severity is critical".
std::string in_words(const Rule& rule);

std::string text_gate(const GateResult& result);
std::string markdown_gate(const GateResult& result);
// docs/formats/report.md.
Json json_gate(const GateResult& result);

}  // namespace redcode::report
