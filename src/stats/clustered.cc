#include "stats/clustered.h"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>

#include "stats/wilson.h"

namespace redcode::stats {
namespace {

// Before the clusters say otherwise, neighbours are taken to be this much alike (the intra-cluster
// correlation). It steadies the design effect where few clusters make it, and stands in for it
// where no two trials differ: all hits, or none. Its weight, in clusters, is the smaller the more
// clusters speak. Both constants are from simulation; `redcode bench coverage` shows what they do.
constexpr double presumed_likeness = 0.3;
constexpr double presumption_weight = 4;
// However even the clusters look, a trial is worth at most a quarter more than an independent one.
constexpr double least_design_effect = 0.8;

// What the clusters tell of their spread.
struct Spread {
  double clusters = 0;
  double trials = 0;
  double rate = 0;
  double squares = 0;         // of the residuals: hits less rate times trials
  double voices = 0;          // how many clusters those squares really come from; at least 1
  double trials_squared = 0;  // summed over clusters
};

Spread spread_of(std::span<const Portion> clusters) {
  Spread spread;
  double hits = 0;
  for (const Portion& one : clusters) {
    spread.clusters += one.trials > 0 ? 1 : 0;
    spread.trials += one.trials;
    spread.trials_squared += one.trials * one.trials;
    hits += one.hits;
  }
  if (spread.trials <= 0) return spread;
  spread.rate = std::clamp(hits / spread.trials, 0.0, 1.0);
  double fourths = 0;
  for (const Portion& one : clusters) {
    const double residual = one.hits - spread.rate * one.trials;
    spread.squares += residual * residual;
    fourths += residual * residual * residual * residual;
  }
  spread.voices = fourths > 0 ? spread.squares * spread.squares / fourths : spread.clusters;
  return spread;
}

// How much larger the variance is than that of independent trials.
double design_effect(const Spread& spread) {
  const double presumed =
      1 + (std::max(1.0, spread.trials_squared / spread.trials) - 1) * presumed_likeness;
  const double independent = spread.rate * (1 - spread.rate) * spread.trials;
  if (independent <= 0) return presumed;
  const double seen = spread.squares * spread.clusters / (spread.clusters - 1) / independent;
  const double weight = presumption_weight / spread.voices;
  return std::exp((spread.voices * std::log(std::max(seen, least_design_effect)) +
                   weight * std::log(presumed)) /
                  (spread.voices + weight));
}

// Satterthwaite's: the fewer clusters make the variance, the less is it known itself.
double degrees_of_freedom(const Spread& spread) {
  const double most = spread.clusters - 1;
  const double excess = 1 / spread.voices - 1 / spread.clusters;
  return excess * most <= 2 ? most : std::min(most, std::max(2.0, 2 / excess));
}

// Wilson's interval depends on the quantile squared over the trials. So a Student quantile is the
// normal one with fewer trials.
double student_discount(double freedom, double confidence) {
  const double student =
      boost::math::quantile(boost::math::students_t(freedom), 0.5 + confidence / 2);
  const double ratio = normal_quantile(confidence) / student;
  return ratio * ratio;
}

}  // namespace

Clustered clustered(std::span<const Portion> clusters, double confidence) {
  const Spread spread = spread_of(clusters);
  Clustered result{.value = spread.rate, .clusters = static_cast<std::size_t>(spread.clusters)};
  if (result.clusters < 2) return result;
  result.effective_trials = spread.trials / design_effect(spread) *
                            student_discount(degrees_of_freedom(spread), confidence);
  result.interval = wilson_of(result.value, result.effective_trials, confidence);
  return result;
}

}  // namespace redcode::stats
