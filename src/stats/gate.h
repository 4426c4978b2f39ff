// The decision whether a rate keeps a limit: pass, fail, or not yet known.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "stats/advice.h"
#include "stats/estimate.h"
#include "stats/paired.h"

namespace redcode::stats {

enum class Decision { pass, fail, inconclusive };

struct LimitTest {
  Decision decision = Decision::inconclusive;
  double low = 0;   // one-sided bounds at the confidence asked for, missing trials counted against
  double high = 1;  // either way
  // What would likely decide it (80 %); nothing where it is decided, or where no number would: too
  // much is missing, or nothing is known yet.
  Advice advice = {};
};

// How sure a result must be. A gate that passes only if every rule passes cannot pass a bad agent
// more often than its worst rule does, so passing needs no correction. It fails if any rule fails,
// so the chances to fail a good agent add up, and each rule must be surer by Bonferroni.
// Whoever looks again until it passes has as many chances: each of the looks that are planned may
// err by its part only. That holds however the looks hang together, the same run grown or a new one
// every night.
inline double at_least_one(std::size_t number) {
  return number == 0 ? 1 : static_cast<double>(number);
}
struct Confidence {
  double confidence = 0.95;
  std::size_t rules = 1;  // of the whole gate
  std::size_t looks = 1;  // at the same agent

  double to_pass() const { return 1 - (1 - confidence) / at_least_one(looks); }
  double to_fail() const { return 1 - (1 - to_pass()) / at_least_one(rules); }
};

// The two-sided interval either end of which is a one-sided bound.
inline double two_sided(double one_sided) { return 2 * one_sided - 1; }

// Whether a limit from above is kept: `high` is a bound sure enough to pass by, `low` to fail by.
Decision decide(double low, double high, double limit);

// Passes when even the upper bound keeps the limit, fails when even the lower one breaks it. So it
// passes an agent that breaks the limit, or fails one that keeps it, with a probability of about
// 1 - confidence. At 95 % that is at most 6 % where domains are alike up to a correlation of 0.2,
// and 10 % where scenarios or domains are all-or-nothing; `redcode-bench coverage` shows each.
LimitTest at_most(std::span<const Count> clusters, double limit, Confidence confidence);
// Its decision alone, without advice, which takes longer.
Decision keeps_at_most(std::span<const Count> clusters, double limit, Confidence confidence = {});
LimitTest at_least(std::span<const Count> clusters, double limit, Confidence confidence);
inline LimitTest at_most(std::span<const Count> clusters, double limit, double confidence = 0.95) {
  return at_most(clusters, limit, Confidence{.confidence = confidence});
}
inline LimitTest at_least(std::span<const Count> clusters, double limit, double confidence = 0.95) {
  return at_least(clusters, limit, Confidence{.confidence = confidence});
}

// The second run's rate, of something harmful, may be higher than the first's by `margin` at most.
// The bounds are of the difference.
LimitTest no_worse(std::span<const PairedCount> clusters, double margin, Confidence confidence);
inline LimitTest no_worse(std::span<const PairedCount> clusters, double margin,
                          double confidence = 0.95) {
  return no_worse(clusters, margin, Confidence{.confidence = confidence});
}

// A gate of several rules: fails if one fails, passes if all pass. No rules decide nothing.
Decision all_of(std::span<const Decision> decisions);

}  // namespace redcode::stats
