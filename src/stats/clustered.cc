#include "stats/clustered.h"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>

#include "stats/wilson.h"

namespace redcode::stats {
namespace {

// Before the clusters say otherwise, neighbours are taken to be this much alike (the intra-cluster
// correlation). It steadies the design effect where few clusters make it. Fewer than thirty
// clusters say less of their own intra-cluster correlation than they seem to, so more is presumed
// of them. Its weight, in clusters, is the smaller the more clusters speak. All of these are from
// simulation; `redcode-bench coverage` shows what they do.
constexpr double presumed_icc = 0.3;
constexpr double presumed_of_few = 0.6;
constexpr double enough_to_say = 30;
constexpr double presumption_weight = 4;
// However even the clusters look, a trial is worth at most a quarter more than an independent one.
constexpr double least_design_effect = 0.8;

// What the clusters tell of their spread.
struct Spread {
  double clusters = 0;
  double trials = 0;
  double rate = 0;
  double squares = 0;             // of the residuals: hits less rate times trials
  double effective_clusters = 0;  // how many clusters those squares really come from; at least 1
  double trials_squared = 0;      // summed over clusters
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
  spread.effective_clusters =
      fourths > 0 ? spread.squares * spread.squares / fourths : spread.clusters;
  return spread;
}

// The design effect of clusters that are this much alike.
double effect_of(const Spread& spread, double icc) {
  return 1 + (std::max(1.0, spread.trials_squared / spread.trials) - 1) * icc;
}

// How much larger the variance is than that of independent trials.
double design_effect(const Spread& spread, const Presumed& at_the_ends) {
  const double independent = spread.rate * (1 - spread.rate) * spread.trials;
  if (independent <= 0)
    return effect_of(spread, spread.rate > 0 ? at_the_ends.at_all : at_the_ends.at_none);
  const double presumed =
      effect_of(spread, spread.clusters < enough_to_say ? presumed_of_few : presumed_icc);
  const double seen = spread.squares * spread.clusters / (spread.clusters - 1) / independent;
  const double weight = presumption_weight / spread.effective_clusters;
  return std::exp((spread.effective_clusters * std::log(std::max(seen, least_design_effect)) +
                   weight * std::log(presumed)) /
                  (spread.effective_clusters + weight));
}

// Satterthwaite's: the fewer clusters make the variance, the less is it known itself.
double degrees_of_freedom(const Spread& spread) {
  const double most = spread.clusters - 1;
  const double excess = 1 / spread.effective_clusters - 1 / spread.clusters;
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

// What trials in such clusters are worth. Requires: at least two clusters.
struct Worth {
  double effective_trials = 0;
  double size = 0;
  double icc = 1;
};

Worth worth_of(const Spread& spread, double confidence, const Presumed& presumed) {
  const double effect = design_effect(spread, presumed);
  const double size = spread.trials_squared / spread.trials;
  const double discount = student_discount(degrees_of_freedom(spread), confidence);
  return {.effective_trials = spread.trials / effect * discount,
          .size = size,
          .icc = size > 1 ? std::clamp((effect - 1) / (size - 1), 0.0, 1.0) : 1};
}

}  // namespace

std::vector<Portion> by_group(std::span<const Portion> clusters) {
  std::vector<Portion> groups;
  for (const Portion& one : clusters) {
    if (one.group >= groups.size()) groups.resize(one.group + 1);
    groups[one.group].hits += one.hits;
    groups[one.group].trials += one.trials;
  }
  for (std::size_t i = 0; i < groups.size(); ++i) groups[i].group = i;
  return groups;
}

Clustered clustered(std::span<const Portion> clusters, double confidence,
                    const Presumed& presumed) {
  const Spread spread = spread_of(clusters);
  Clustered result{.value = spread.rate, .clusters = static_cast<std::size_t>(spread.clusters)};
  if (result.clusters < 2) return result;
  Worth worth = worth_of(spread, confidence, presumed);
  const Spread groups = spread_of(by_group(clusters));
  if (groups.clusters > 1) {
    const Worth by_groups = worth_of(groups, confidence, presumed);
    if (by_groups.effective_trials < worth.effective_trials) worth = by_groups;
  }
  result.effective_trials = worth.effective_trials;
  result.size = worth.size;
  result.icc = worth.icc;

  result.interval = wilson_of(result.value, result.effective_trials, confidence);
  return result;
}

}  // namespace redcode::stats
