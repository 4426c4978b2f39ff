#include "stats/gate.h"

#include <gtest/gtest.h>

namespace redcode::stats {
namespace {

// Every third cluster hits more often than the others, so that clusters differ.
std::vector<Count> clusters_of(std::size_t count, std::uint64_t hits, std::uint64_t trials) {
  std::vector<Count> clusters(count, {.hits = hits, .trials = trials});
  for (std::size_t c = 0; c < count; c += 3) clusters[c].hits += 4;
  return clusters;
}

TEST(Gate, PassesFailsOrCannotTell) {
  const std::vector<Count> clusters = clusters_of(30, 1, 20);  // 11.7 %

  EXPECT_EQ(at_most(clusters, 0.2).decision, Decision::pass);
  EXPECT_EQ(at_most(clusters, 0.06).decision, Decision::fail);
  EXPECT_EQ(at_most(clusters, 0.13).decision, Decision::inconclusive);
  for (const double limit : {0.06, 0.13, 0.2})
    EXPECT_EQ(keeps_at_most(clusters, limit), at_most(clusters, limit).decision);
}

TEST(Gate, BoundsAreOneSided) {
  const std::vector<Count> clusters = clusters_of(30, 1, 20);

  const LimitTest result = at_most(clusters, 0.09, 0.95);

  const Estimate known = estimate(clusters, 0.9);
  EXPECT_EQ(result.low, known.interval.low);
  EXPECT_EQ(result.high, known.interval.high);
}

TEST(Gate, AtLeastMirrorsAtMost) {
  const std::vector<Count> misses = clusters_of(30, 1, 20);
  std::vector<Count> hits = misses;
  for (Count& one : hits) one.hits = one.trials - one.hits;

  for (const double limit : {0.06, 0.13, 0.2}) {
    const LimitTest most = at_most(misses, limit);
    const LimitTest least = at_least(hits, 1 - limit);

    EXPECT_EQ(least.decision, most.decision);
    EXPECT_NEAR(least.low, 1 - most.high, 1e-12);
    EXPECT_EQ(least.advice, most.advice);
  }
}

TEST(Gate, MissingTrialsStandAgainstEitherAnswer) {
  std::vector<Count> clusters = clusters_of(30, 1, 20);
  for (Count& one : clusters) one.missing = 5;

  EXPECT_EQ(at_most(clusters, 0.2).decision, Decision::inconclusive);
  EXPECT_EQ(at_most(clusters, 0.2).advice, Advice{});
  EXPECT_EQ(at_most(clusters, 0.5).decision, Decision::pass);
}

// Taking the advice, with clusters as they were, decides.
TEST(Gate, MoreClustersDecideIt) {
  const LimitTest before = at_most(clusters_of(30, 1, 20), 0.14);
  ASSERT_EQ(before.decision, Decision::inconclusive);
  ASSERT_TRUE(before.advice.more_clusters);

  const std::size_t clusters = 30 + *before.advice.more_clusters;
  const LimitTest after = at_most(clusters_of((clusters + 2) / 3 * 3, 1, 20), 0.14);

  EXPECT_GT(*before.advice.more_clusters, 5U);
  EXPECT_EQ(after.decision, Decision::pass);
  EXPECT_EQ(after.advice, Advice{});
}

// Each scenario falls altogether or not at all: more of its variants tell nothing new.
TEST(Gate, AdvisesNoTrialsWhereTheyTellNothing) {
  std::vector<Count> clusters(30, {.trials = 40});
  for (std::size_t c = 0; c < 30; c += 10) clusters[c].hits = 40;

  const LimitTest result = at_most(clusters, 0.15);

  EXPECT_EQ(result.decision, Decision::inconclusive);
  EXPECT_EQ(result.advice.more_trials, std::nullopt);
  EXPECT_GT(result.advice.more_clusters.value_or(0), 30U);
}

TEST(Gate, AdvisesNothingWhereNothingIsKnown) {
  EXPECT_EQ(at_most({}, 0.1).decision, Decision::inconclusive);
  EXPECT_EQ(at_most({}, 0.1).advice, Advice{});
}

TEST(Gate, LooksShareTheError) {
  EXPECT_NEAR((Confidence{.looks = 6}).to_pass(), 1 - 0.05 / 6, 1e-12);
  EXPECT_NEAR((Confidence{.rules = 2, .looks = 6}).to_fail(), 1 - 0.05 / 12, 1e-12);

  const std::vector<Count> clusters = clusters_of(30, 1, 20);

  EXPECT_GT(at_most(clusters, 0.13, {.looks = 6}).high, at_most(clusters, 0.13, {.looks = 1}).high);
}

TEST(Gate, FailingTakesMoreTheMoreRulesThereAre) {
  const std::vector<Count> clusters = clusters_of(30, 1, 20);

  const LimitTest alone = at_most(clusters, 0.04, {.rules = 1});
  const LimitTest one_of_many = at_most(clusters, 0.04, {.rules = 10});

  EXPECT_LT(one_of_many.low, alone.low);
  EXPECT_EQ(one_of_many.high, alone.high);
  EXPECT_NEAR((Confidence{.confidence = 0.95, .rules = 10}).to_fail(), 0.995, 1e-12);
}

TEST(Gate, NoWorseAllowsTheMarginAndNoMore) {
  const std::vector<PairedCount> same(
      40, {.both = 4, .only_first = 1, .only_second = 1, .neither = 14});
  const std::vector<PairedCount> worse(
      40, {.both = 4, .only_first = 0, .only_second = 5, .neither = 11});
  std::vector<PairedCount> few(6, {.both = 4, .only_first = 1, .only_second = 1, .neither = 14});
  few[0].only_second = 3;

  EXPECT_EQ(no_worse(same, 0.05).decision, Decision::pass);
  EXPECT_EQ(no_worse(worse, 0.05).decision, Decision::fail);
  EXPECT_EQ(no_worse(few, 0.05).decision, Decision::inconclusive);
  EXPECT_GT(no_worse(few, 0.05).advice.more_clusters.value_or(0), 6U);
}

TEST(Gate, NoWorseCountsMissingCasesAgainstThePass) {
  const std::vector<PairedCount> holed(
      40, {.both = 4, .only_first = 1, .only_second = 1, .neither = 12, .missing = 2});

  EXPECT_EQ(no_worse(holed, 0.05).decision, Decision::inconclusive);
}

// As many again would lack as many again.
TEST(Gate, NoNumberDecidesAChangeOfWhichTooMuchIsMissing) {
  const std::vector<PairedCount> half(20, {.both = 1, .neither = 4, .missing = 5});
  std::vector<PairedCount> little(20, {.both = 1, .neither = 4});
  little[0].missing = 1;

  EXPECT_EQ(no_worse(half, 0.05).decision, Decision::inconclusive);
  EXPECT_EQ(no_worse(half, 0.05).advice, Advice{});
  EXPECT_EQ(no_worse(little, 0.05).decision, Decision::inconclusive);
  EXPECT_GT(no_worse(little, 0.05).advice.more_clusters.value_or(0), 6U);
}

TEST(Gate, OfSeveralRulesFailsIfOneFailsAndPassesIfAllPass) {
  using enum Decision;

  EXPECT_EQ(all_of(std::vector{pass, inconclusive, fail}), fail);
  EXPECT_EQ(all_of(std::vector{pass, inconclusive}), inconclusive);
  EXPECT_EQ(all_of(std::vector{pass, pass}), pass);
  EXPECT_EQ(all_of({}), inconclusive);
}

}  // namespace
}  // namespace redcode::stats
