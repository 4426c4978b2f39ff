#include "stats/coverage.h"

#include "stats/wilson.h"

namespace redcode::stats {
namespace {

constexpr double sensitivity = 0.97;
constexpr double specificity = 0.96;
constexpr std::uint64_t labelled = 400;

double inside(const Interval& interval, double truth) {
  return interval.low <= truth && truth <= interval.high ? 1 : 0;
}

Interval corrected(Simulated& simulated, const std::vector<Count>& run) {
  const Estimate apparent = estimate(simulated.as_read(run, sensitivity, specificity));
  const Measured measured{.hits = apparent.value * apparent.effective_trials,
                          .of = apparent.effective_trials};
  return correct(measured, simulated.measured(sensitivity, specificity, labelled)).interval;
}

template <class Decide>
GateShares shares(const Trying& trying, Decide decide) {
  Simulated simulated(trying.seed);
  GateShares result;
  const double step = 1 / static_cast<double>(trying.runs);
  for (std::size_t i = 0; i < trying.runs; ++i) {
    const Decision decision = decide(simulated);
    result.pass += decision == Decision::pass ? step : 0;
    result.fail += decision == Decision::fail ? step : 0;
  }
  return result;
}

struct AtRate {
  double coverage = 0;
  double headline = 0;
  double pass = 0;
  double fail = 0;
};

// The mean of the two rates of Simulated::two_rates.
double mean_truth(const World& world) {
  const double leaning = world.opposed ? 1 - world.rate : world.rate;
  return (world.rate + (leaning + 0.8) / 2) / 2;
}

AtRate at_rate(const World& world, const Trying& trying) {
  Simulated simulated(trying.seed);
  AtRate shares;
  const double step = 1 / static_cast<double>(trying.runs);
  for (std::size_t i = 0; i < trying.runs; ++i) {
    const std::vector<std::vector<Count>> rates = simulated.two_rates(world);
    shares.coverage += step * inside(estimate(rates[0]).interval, world.rate);
    shares.headline += step * inside(mean_estimate(rates).interval, mean_truth(world));
    const Decision decision = keeps_at_most(rates[0], world.rate);
    shares.pass += decision == Decision::pass ? step : 0;
    shares.fail += decision == Decision::fail ? step : 0;
  }
  return shares;
}

void keep_least(Worst& worst, double share, double rate) {
  if (share < worst.share) worst = {.share = share, .rate = rate};
}

void keep_most(Worst& worst, double share, double rate) {
  if (share > worst.share) worst = {.share = share, .rate = rate};
}

}  // namespace

WorstOfGrid worst_over(World world, std::span<const double> rates, const Trying& trying) {
  WorstOfGrid worst;
  for (const double rate : rates) {
    world.rate = rate;
    const AtRate shares = at_rate(world, trying);
    keep_least(worst.coverage, shares.coverage, rate);
    keep_least(worst.headline, shares.headline, rate);
    keep_most(worst.false_pass, shares.pass, rate);
    keep_most(worst.false_fail, shares.fail, rate);
  }
  return worst;
}

RateCoverage rate_coverage(const World& world, const Trying& trying) {
  Simulated simulated(trying.seed);
  RateCoverage covered;
  const double step = 1 / static_cast<double>(trying.runs);
  const double mean = mean_truth(world);
  for (std::size_t i = 0; i < trying.runs; ++i) {
    const std::vector<std::vector<Count>> rates = simulated.two_rates(world);
    const Estimate known = estimate(rates[0]);
    covered.naive += step * inside(wilson(known.total.hits, known.total.trials), world.rate);
    covered.clustered += step * inside(known.interval, world.rate);
    covered.mean += step * inside(mean_estimate(rates).interval, mean);
    covered.corrected += step * inside(corrected(simulated, rates[0]), world.rate);
  }
  return covered;
}

double difference_coverage(const Change& change, const Trying& trying) {
  Simulated simulated(trying.seed);
  double covered = 0;
  for (std::size_t i = 0; i < trying.runs; ++i)
    covered += inside(difference(simulated.two_runs(change)).interval, change.difference());
  return covered / static_cast<double>(trying.runs);
}

GateShares limit_gate(const World& world, double limit, const Trying& trying) {
  return shares(trying,
                [&](Simulated& simulated) { return keeps_at_most(simulated.run(world), limit); });
}

GateShares regression_gate(const Change& change, double margin, const Trying& trying) {
  return shares(trying, [&](Simulated& simulated) {
    return no_worse(simulated.two_runs(change), margin).decision;
  });
}

GateShares gate_of_rules(const World& world, double limit, std::size_t rules,
                         const Trying& trying) {
  return shares(trying, [&](Simulated& simulated) {
    std::vector<Decision> decisions;
    for (std::size_t i = 0; i < rules; ++i)
      decisions.push_back(keeps_at_most(simulated.run(world), limit, {.rules = rules}));
    return all_of(decisions);
  });
}

}  // namespace redcode::stats
