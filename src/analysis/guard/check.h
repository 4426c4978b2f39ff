// Check: a call against policies, before it runs.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analysis/effects/effect.h"
#include "analysis/effects/ground.h"
#include "analysis/guard/policy.h"

namespace redcode::guard {

// One effect, and the rule that decides on it: of several policies the strictest.
struct Judged {
  effects::Effect effect;
  Zone zone = Zone::unknown;
  Decision decision = Decision::allow;
  std::string rule;
  std::string why;
  std::string policy;  // its file; "" for the built-in one
};

struct Verdict {
  Decision decision = Decision::allow;
  std::vector<Judged> effects;  // in the order of the call
};

// `policies` from the farthest to the nearest. What is none of the rules' business is allowed.
Verdict check(std::string_view commands, const effects::Ground& ground,
              const std::vector<Policy>& policies);

// What would have to be otherwise for it to be allowed; "" if it is.
std::string what_would_change(const Judged& judged);

// The first rule that matches, or nullptr.
const Rule* rule_for(const Policy& policy, const effects::Effect& effect, Zone zone,
                     const effects::Ground& ground);

}  // namespace redcode::guard
