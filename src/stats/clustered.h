// A rate whose trials come in clusters of unequal size, and what those trials are worth. The one
// place where clusters become an interval; counts, means, differences and repeats all go through
// it.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "stats/interval.h"

namespace redcode::stats {

// One cluster: so many of its trials hit. A trial may hit in part.
struct Portion {
  double hits = 0;
  double trials = 0;
  // What the cluster belongs to: a scenario's domain. Clusters of one group may be alike, too.
  std::size_t group = 0;
};

// What those that could not be judged are taken for.
enum class Missing { left_out, misses, hits };

// The clusters of each group, taken together.
std::vector<Portion> by_group(std::span<const Portion> clusters);

// How much alike neighbours are presumed to be (the intra-cluster correlation) where the trials
// cannot say: none hit, or all did. Nearly all-or-nothing, for then a cluster is worth little more
// than one trial; so an agent that falls for whole scenarios, or whole domains, is not passed for
// the ones that it happened to meet.
inline constexpr double nearly_one = 0.9;
struct Presumed {
  double at_none = nearly_one;
  double at_all = nearly_one;
};

struct Clustered {
  double value = 0;             // hits of trials; 0 when there are none
  double effective_trials = 0;  // independent ones that would tell as much; 0: nothing is known
  Interval interval = {};       // Wilson's, of that many
  std::size_t clusters = 0;     // with trials
  // Of the clusters, or groups, whose interval it is: what made their trials worth so little.
  double size = 0;  // their trials, on average over trials
  double icc = 1;   // the intra-cluster correlation that their design effect stands for
};

// The design effect is Kish's, by linearisation, with G / (G - 1), drawn a little towards the one
// of clusters that are moderately alike; the quantile is Student's at Satterthwaite's degrees of
// freedom. Below two clusters the spread between clusters cannot be known: [0, 1].
// Where clusters are of several groups, the same is done with the groups as clusters, and the wider
// interval counts. Both are Wilson's of the same rate, so it is wider at either end. One group
// alone is what was asked about, and widens nothing.
// Requires: 0 <= hits <= trials in each.
Clustered clustered(std::span<const Portion> clusters, double confidence,
                    const Presumed& presumed = {});

}  // namespace redcode::stats
