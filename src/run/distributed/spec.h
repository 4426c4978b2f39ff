// FleetSpec: what a fleet's workers are told of a run, once. They make the same plan from it, and
// so need nothing for a trial but its number.
#pragma once

#include <string>

#include "base/json.h"
#include "run/plan/plan.h"
#include "run/setup/options.h"

namespace redcode::distributed {

struct FleetSpec {
  setup::RunOptions options;
  std::string store;         // where blobs go
  std::string cases_digest;  // blob with the plan's cases, one JSON a line, in the order of turns
  std::string corpus_digest;
  std::string engine;  // what the image is for: "oci+runc"
  std::string image_digest;
  std::string image_index;  // where it is in the store; "": it is not
  plan::AgentConfig agent_config;
};

std::string text_of(const FleetSpec& spec);
// Errors: json-format.
Result<FleetSpec> fleet_spec_from(std::string_view text);

// A run's name in the fleet: the same plan has the same.
std::string key_of(const plan::Plan& plan);

}  // namespace redcode::distributed
