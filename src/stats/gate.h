// The decision whether a rate keeps a limit: pass, fail, or not yet known.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "stats/estimate.h"
#include "stats/paired.h"

namespace redcode::stats {

enum class Decision { pass, fail, inconclusive };

struct Ruling {
  Decision decision = Decision::inconclusive;
  double low = 0;   // one-sided bounds at the confidence asked for, missing trials counted against
  double high = 1;  // either way
  // How many more trials, spread as these are (so in more clusters, too), would likely decide it
  // (80 %); nothing if no number would: the rate is too close to the limit, too much is missing, or
  // nothing is known yet.
  std::optional<std::uint64_t> more_trials = {};
};

// How sure a ruling must be. A gate that passes only if every rule passes cannot pass a bad agent
// more often than its worst rule does, so passing needs no correction. It fails if any rule fails,
// so the chances to fail a good agent add up, and each rule must be surer by Bonferroni.
struct Sureness {
  double confidence = 0.95;
  std::size_t rules = 1;  // of the whole gate

  double to_pass() const { return confidence; }
  double to_fail() const {
    return 1 - (1 - confidence) / static_cast<double>(rules == 0 ? 1 : rules);
  }
};

// The two-sided interval either end of which is a one-sided bound.
inline double two_sided(double one_sided) { return 2 * one_sided - 1; }

// Whether a limit from above is kept: `high` is a bound sure enough to pass by, `low` to fail by.
Decision decide(double low, double high, double limit);

// How many more trials decide it, of what is known to within `arm` from so many trials.
struct Reach {
  double arm = 0;  // from the value to the bound on the limit's side
  double trials = 0;
  double confidence = 0.95;  // of that bound, one-sided
};
std::optional<std::uint64_t> more_trials(double value, double limit, const Reach& reach);

// Passes when even the upper bound keeps the limit, fails when even the lower one breaks it. So it
// passes an agent that breaks the limit, or fails one that keeps it, with a probability of about
// 1 - confidence. At 95 % that is about 5 %, up to 7 % where hits come from few clusters. Where no
// trial hits, or all do, clusters are presumed to be moderately alike (clustered.cc); with
// scenarios that are all-or-nothing it is up to 21 % at a limit of 5 % with 30 scenarios.
// `redcode bench coverage` shows each.
Ruling at_most(std::span<const Count> clusters, double limit, Sureness sureness);
Ruling at_least(std::span<const Count> clusters, double limit, Sureness sureness);
inline Ruling at_most(std::span<const Count> clusters, double limit, double confidence = 0.95) {
  return at_most(clusters, limit, Sureness{.confidence = confidence});
}
inline Ruling at_least(std::span<const Count> clusters, double limit, double confidence = 0.95) {
  return at_least(clusters, limit, Sureness{.confidence = confidence});
}

// The second run's rate, of something harmful, may be higher than the first's by `margin` at most.
// The bounds are of the difference.
Ruling no_worse(std::span<const PairedCount> clusters, double margin, Sureness sureness);
inline Ruling no_worse(std::span<const PairedCount> clusters, double margin,
                       double confidence = 0.95) {
  return no_worse(clusters, margin, Sureness{.confidence = confidence});
}

// A gate of several rules: fails if one fails, passes if all pass. No rules decide nothing.
Decision all_of(std::span<const Decision> decisions);

}  // namespace redcode::stats
