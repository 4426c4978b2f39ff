// The gate's policy: what a run must keep to, as a YAML file (docs/gating.md).
//
//   confidence: 0.95
//   looks: 1                  # how often the same agent may be tried; 1 to 1,000
//   over: domains             # or scenarios: then domains are taken for independent
//   rules:
//     - metric: attack-success
//       at_most: 5 %
//       where: {severity: critical}
//     - metric: headline
//       at_least: 70
//     - metric: attack-success
//       no_worse_by: 2 %        # than the baseline
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "report/results.h"

namespace redcode::report {

enum class Demand { at_most, at_least, no_worse_by };
std::string_view name(Demand demand);

struct Rule {
  stats::Metric metric = stats::Metric::attack_success;
  Demand demand = Demand::at_most;
  double limit = 0;  // on the metric's scale
  Where where = {};
};

struct GatePolicy {
  double confidence = 0.95;
  std::size_t looks = 1;  // how often the same agent is put to this gate, at most
  // Whether scenarios of one domain may be alike. If not, bounds are over scenarios alone.
  bool domains_alike = true;
  std::vector<Rule> rules;

  bool needs_baseline() const;
};

// Strict: everything that is wrong is told, with its place. Codes: yaml-*, gate-unknown-key,
// gate-missing-key, gate-wrong-type, gate-bad-value, gate-empty-text, gate-unpaired.
std::expected<GatePolicy, std::vector<Error>> parse_gate_policy(std::string_view text,
                                                                const std::string& file);

}  // namespace redcode::report
