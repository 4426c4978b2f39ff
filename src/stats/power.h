// How many trials it takes to see a difference. To be asked before a run, not after it.
#pragma once

#include <cstdint>
#include <optional>

namespace redcode::stats {

struct PowerPlan {
  double alpha = 0.05;  // two-sided
  double power = 0.8;   // the chance to see a difference that is there
  // How many trials tell as much as one independent one: trials over effective trials of an
  // earlier run's estimate.
  double design_effect = 1;
};

// Trials in each of two runs over different cases, to tell these two rates apart. Nothing when
// they are equal.
std::optional<std::uint64_t> trials_to_see(double first, double second, const PowerPlan& plan = {});

// Cases that both runs must share, when `flipping` of them end differently and the rates differ by
// `difference` (Connor 1987). Nothing when there is no difference, or one larger than
// `flipping`.
std::optional<std::uint64_t> cases_to_see(double difference, double flipping,
                                          const PowerPlan& plan = {});

}  // namespace redcode::stats
