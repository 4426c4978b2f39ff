// A rate whose trials come in clusters of unequal size, and what those trials are worth. The one
// place where clusters become an interval; counts, means, differences and repeats all go through
// it.
#pragma once

#include <span>

#include "stats/interval.h"

namespace redcode::stats {

// One cluster: so many of its trials hit. A trial may hit in part.
struct Portion {
  double hits = 0;
  double trials = 0;
};

struct Clustered {
  double value = 0;             // hits of trials; 0 when there are none
  double effective_trials = 0;  // independent ones that would tell as much; 0: nothing is known
  Interval interval = {};       // Wilson's, of that many
  std::size_t clusters = 0;     // with trials
};

// The design effect is Kish's, by linearisation, with G / (G - 1), drawn a little towards the one
// of clusters that are moderately alike; the quantile is Student's at Satterthwaite's degrees of
// freedom. Below two clusters the spread between clusters cannot be known: [0, 1].
// Requires: 0 <= hits <= trials in each.
Clustered clustered(std::span<const Portion> clusters, double confidence);

}  // namespace redcode::stats
