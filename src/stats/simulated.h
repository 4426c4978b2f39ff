// Simulated runs, whose true rates are known: what the intervals and gates are tried on. Clusters
// are of unequal size, and their own rates differ as a beta distribution does, so trials are
// beta-binomial.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "stats/correction.h"
#include "stats/estimate.h"
#include "stats/paired.h"

namespace redcode::stats {

// A cluster of a layout, as a corpus has them: the domain it is of, and how many trials there are
// of a first and a second rate.
struct Site {
  std::size_t group = 0;
  std::uint64_t trials = 0;
  std::uint64_t second = 0;
};

struct World {
  std::size_t clusters = 30;
  double rate = 0.2;
  double icc = 0.1;      // the intra-cluster correlation; 1: a cluster hits always or never
  bool opposed = false;  // of two rates, the second falls where the first rises
  double group_icc = 0;  // likewise, of the clusters of one group
  std::vector<Site> layout = {};  // none: `clusters` of 8 to 32 trials, each a group of its own

  // As it is, or made up.
  std::vector<Site> sites() const;
};

// Of the cases that hit in a first run, `mended` no longer do in a second; of the others, `broken`
// now do. How many differs from cluster to cluster with the world's intra-cluster correlation.
struct Change {
  World first = {};
  double mended = 0;
  double broken = 0;
  double difference() const { return (1 - first.rate) * broken - first.rate * mended; }
};

class Simulated {
 public:
  explicit Simulated(std::uint64_t seed) : random_(seed) {}

  std::vector<Count> run(const World& world);
  // The first is `run`; the second's rate is half the first's plus 0.4, and rises and falls with
  // it. Opposed, it is 0.9 less half the first's.
  std::vector<std::vector<Count>> two_rates(const World& world);
  std::vector<PairedCount> two_runs(const Change& change);
  // What a reader of this sensitivity and specificity makes of a run.
  std::vector<Count> as_read(const std::vector<Count>& run, double sensitivity, double specificity);
  // Such a reader's accuracy, measured on `labelled` replies of either kind.
  ReaderAccuracy measured(double sensitivity, double specificity, std::uint64_t labelled);

 private:
  double chance();
  double cluster_rate(double mean, double icc);
  // Of each site. Those of a group rise and fall together.
  std::vector<double> site_rates(const std::vector<Site>& sites, double mean, const World& world);
  std::uint64_t hits_of(std::uint64_t trials, double rate);

  std::mt19937_64 random_;
};

}  // namespace redcode::stats
