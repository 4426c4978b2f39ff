#include "stats/advice.h"

#include <algorithm>
#include <boost/math/distributions/beta.hpp>
#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <vector>

namespace redcode::stats {
namespace {

// With more clusters less is presumed of them, and Student's quantile shrinks, which is not
// reckoned with here. So a chance of 70 % by this reckoning is one of 80 % and more in simulation.
constexpr double chance_to_decide = 0.7;
// More than this is no advice: nobody has as many.
constexpr double most_growth = 1000;
// One run does not show that a scenario's variants are less alike than this.
constexpr double least_icc = 0.1;
// Beyond this part of what trials of the same clusters can tell, more of them bring next to
// nothing.
constexpr double most_used = 0.5;

double below(double x) { return boost::math::cdf(boost::math::normal(), x); }

double quantile(double probability) {
  return boost::math::quantile(boost::math::normal(), probability);
}

// The chance that a value which now lies `distance` (in standard errors) from its limit is decided
// once `growth` times as much is known: it has moved by what was learnt, and the doubt that is left
// is smaller by the root of the growth.
double chance(double distance, double growth, const Open& open) {
  const double left = 1 / std::sqrt(growth);
  const double moves = std::sqrt(1 - 1 / growth);
  return below((distance - quantile(open.to_pass) * left) / moves) +
         below((-distance - quantile(open.to_fail) * left) / moves);
}

// True rates that what was seen speaks for, each as likely as the others: quantiles of the Beta
// distribution that Jeffreys' prior becomes.
std::vector<double> likely_rates(const OpenRate& open) {
  static constexpr int rates = 40;
  const double hits = open.value * open.trials;
  const boost::math::beta_distribution<> known(hits + 0.5, open.trials - hits + 0.5);
  std::vector<double> all;
  for (int i = 0; i < rates; ++i) all.push_back(boost::math::quantile(known, (i + 0.5) / rates));
  return all;
}

// The chance that so many times the trials decide, over all those rates. Wilson's bound keeps the
// limit just where the rate seen is so many standard errors, at the limit, below it.
double chance(const std::vector<double>& truths, double growth, const OpenRate& open) {
  const double all = growth * open.trials;
  const double more = all - open.trials;
  const double error = std::sqrt(open.limit * (1 - open.limit) / all);
  // What the new trials must show for all of them together to lie there.
  const auto of_new = [&](double rate) { return (rate * all - open.value * open.trials) / more; };
  const double passes = of_new(open.limit - quantile(open.to_pass) * error);
  const double fails = of_new(open.limit + quantile(open.to_fail) * error);
  double sum = 0;
  for (const double truth : truths) {
    const double spread = std::sqrt(std::max(1e-12, truth * (1 - truth)) / more);
    sum += (passes < 0 ? 0 : below((passes - truth) / spread)) + below((truth - fails) / spread);
  }
  return sum / static_cast<double>(truths.size());
}

template <class Chance>
std::optional<double> least_growth(Chance chance_of) {
  double enough = most_growth;
  if (chance_of(enough) < chance_to_decide) return std::nullopt;
  double little = 1;
  while (enough / little > 1.001) {
    const double middle = std::sqrt(enough * little);
    (chance_of(middle) < chance_to_decide ? little : enough) = middle;
  }
  return enough;
}

std::uint64_t whole(double number) {
  return static_cast<std::uint64_t>(std::ceil(std::max(1.0, number)));
}

// How many times the trials of each cluster, for `growth` times what they are worth. Each trial is
// worth less than the one before it, and all together no more than one over the intra-cluster
// correlation. How much alike they are is known from one run alone, so they are asked for twice as
// much.
std::optional<double> trial_growth(double growth, const Stock& stock) {
  const double icc = std::max(stock.icc, least_icc);
  const double worth = 2 * growth * stock.size / (1 + (stock.size - 1) * icc);
  if (worth * icc > most_used) return std::nullopt;
  const double size = worth * (1 - icc) / (1 - worth * icc);
  return size / stock.size;
}

}  // namespace

std::optional<double> growth_to_decide(const OpenRate& open) {
  if (!(open.trials > 0)) return std::nullopt;
  const std::vector<double> truths = likely_rates(open);
  return least_growth([&](double growth) { return chance(truths, growth, open); });
}

std::optional<double> growth_to_decide(const Open& open) {
  const bool would_pass = open.value < open.limit;
  const double error = open.arm / quantile(would_pass ? open.to_pass : open.to_fail);
  if (!(error > 0)) return std::nullopt;
  const double distance = (open.limit - open.value) / error;
  return least_growth([&](double growth) { return chance(distance, growth, open); });
}

Advice advice(double growth, const Stock& stock) {
  Advice result{.more_clusters = whole(stock.clusters * (growth - 1))};
  const std::optional<double> trials = trial_growth(growth, stock);
  if (trials && *trials < most_growth)
    result.more_trials = whole(stock.clusters * stock.size * (*trials - 1));
  return result;
}

Advice more_clusters(const Open& open, std::size_t clusters) {
  const std::optional<double> growth = growth_to_decide(open);
  if (!growth) return {};
  return {.more_clusters = whole(static_cast<double>(clusters) * (*growth - 1))};
}

}  // namespace redcode::stats
