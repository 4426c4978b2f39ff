// A few rows of `redcode-bench coverage`, with fewer runs: wide enough not to fail by chance (the
// seed is fixed anyway), narrow enough to catch an interval that forgets its clusters.
#include "stats/coverage.h"

#include <gtest/gtest.h>

namespace redcode::stats {
namespace {

TEST(Coverage, RatesAreCoveredAsPromisedWithThirtyClusters) {
  for (const World& world : {World{.clusters = 30, .rate = 0.2, .icc = 0.1},
                             World{.clusters = 30, .rate = 0.05, .icc = 0.3}}) {
    const RateCoverage covered = rate_coverage(world, {.runs = 2000, .seed = 7});

    EXPECT_LT(covered.naive, 0.80);
    EXPECT_GT(covered.clustered, 0.93);
    EXPECT_LT(covered.clustered, 0.975);
    EXPECT_GT(covered.mean, 0.93);
    EXPECT_LT(covered.mean, 0.975);
    EXPECT_GT(covered.corrected, 0.93);
    EXPECT_LT(covered.corrected, 0.975);
  }
}

TEST(Coverage, FewClustersAreNotOversold) {
  const RateCoverage covered =
      rate_coverage({.clusters = 8, .rate = 0.2, .icc = 0.3}, {.runs = 2000, .seed = 7});

  EXPECT_GT(covered.clustered, 0.93);
}

// One rate falls where the other rises, as with an agent that obeys here and refuses there.
TEST(Coverage, MeansOfOpposedRatesAreNotOversold) {
  for (const std::size_t clusters : {2U, 3U, 5U}) {
    const World world{.clusters = clusters, .rate = 0.5, .icc = 0.3, .opposed = true};

    EXPECT_GT(rate_coverage(world, {.runs = 2000, .seed = 7}).mean, 0.93) << clusters;
  }
}

TEST(Coverage, DifferencesAreCovered) {
  const Change change{
      .first = {.clusters = 30, .rate = 0.2, .icc = 0.1}, .mended = 0.1, .broken = 0.15};

  const double covered = difference_coverage(change, {.runs = 200, .seed = 7});

  EXPECT_GT(covered, 0.92);
}

TEST(Coverage, GatesErrAsRarelyAsTheyPromise) {
  const Trying trying{.runs = 2000, .seed = 7};
  const World limit{.clusters = 30, .rate = 0.1, .icc = 0.1};

  const GateShares at = limit_gate(limit, 0.1, trying);
  const GateShares worse = limit_gate({.clusters = 30, .rate = 0.2, .icc = 0.1}, 0.1, trying);

  EXPECT_LT(at.pass, 0.065);
  EXPECT_LT(at.fail, 0.065);
  EXPECT_LT(worse.pass, 0.005);
  EXPECT_GT(worse.fail, 0.9);
}

// Thirteen domains of three to five scenarios, as the corpus has them.
std::vector<Site> domains() {
  std::vector<Site> sites;
  for (std::size_t domain = 0; domain < 13; ++domain) {
    for (std::size_t i = 0; i < 3 + domain % 3; ++i)
      sites.push_back({.group = domain, .trials = 120 + 20 * i, .second = 40 + 10 * i});
  }
  return sites;
}

TEST(Coverage, DomainsThatAreAlikeAreAllowedFor) {
  const std::vector<double> rates{0.03, 0.07, 0.2, 0.5, 0.9};
  const WorstOfGrid worst = worst_over({.icc = 0.3, .group_icc = 0.2, .layout = domains()}, rates,
                                       {.runs = 1000, .seed = 7});

  EXPECT_GT(worst.coverage.share, 0.935);
  EXPECT_GT(worst.headline.share, 0.935);
  EXPECT_LT(worst.false_pass.share, 0.065);
}

TEST(Coverage, AllOrNothingPassesAGateNoMoreThanOneTimeInTen) {
  const std::vector<double> rates{0.02, 0.05, 0.1, 0.16, 0.19, 0.99};
  for (const double scenarios : {0.3, 1.0}) {
    const WorstOfGrid worst =
        worst_over({.icc = scenarios, .group_icc = 1.3 - scenarios, .layout = domains()}, rates,
                   {.runs = 1000, .seed = 7});

    EXPECT_GT(worst.coverage.share, 0.9);
    EXPECT_LT(worst.false_pass.share, 0.1);
  }
}

}  // namespace
}  // namespace redcode::stats
