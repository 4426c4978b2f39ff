#include "stats/agreement.h"

#include <gtest/gtest.h>

namespace redcode::stats {
namespace {

std::vector<Ratings> repeated(std::initializer_list<std::pair<Ratings, int>> patterns) {
  std::vector<Ratings> units;
  for (const auto& [ratings, times] : patterns) units.insert(units.end(), times, ratings);
  return units;
}

// Observed agreement 35 of 50; by chance 25/50 * 30/50 + 25/50 * 20/50 = 0.5: (0.7 - 0.5) / 0.5.
std::vector<Ratings> fifty() {
  return repeated({{{1, 1}, 20}, {{1, 0}, 5}, {{0, 1}, 10}, {{0, 0}, 15}});
}

// Krippendorff, "Computing Krippendorff's Alpha-Reliability" (2011), section C: four observers,
// twelve units, some of them not rated by all; the last by one only.
std::vector<Ratings> of_four_observers() {
  return {{1, 1, 1},    {2, 2, 3, 2}, {3, 3, 3, 3}, {3, 3, 3, 3}, {2, 2, 2, 2}, {1, 2, 3, 4},
          {4, 4, 4, 4}, {1, 1, 2, 1}, {2, 2, 2, 2}, {5, 5, 5},    {1, 1},       {3}};
}

TEST(CohensKappa, IsTheShareOfAgreementThatChanceDoesNotExplain) {
  const Agreement kappa = cohens_kappa(fifty());

  EXPECT_NEAR(kappa.value.value(), 0.4, 1e-12);
  EXPECT_EQ(kappa.units, 50U);
}

TEST(CohensKappa, IsOneForLikeMindsAndBelowZeroForOpposites) {
  EXPECT_NEAR(cohens_kappa(repeated({{{1, 1}, 3}, {{2, 2}, 4}})).value.value(), 1, 1e-12);
  EXPECT_NEAR(cohens_kappa(repeated({{{1, 2}, 5}, {{2, 1}, 5}})).value.value(), -1, 1e-12);
}

TEST(CohensKappa, IsNotDefinedWhereThereIsOneRatingOnly) {
  EXPECT_FALSE(cohens_kappa(repeated({{{1, 1}, 9}})).value.has_value());
  EXPECT_FALSE(cohens_kappa({}).value.has_value());
  EXPECT_EQ(cohens_kappa(repeated({{{1}, 3}, {{1, 2, 3}, 3}})).units, 0U);
}

// The large-sample standard error (Fleiss, Cohen and Everitt 1969) of this table is 0.127, so
// about 0.4 ± 0.25.
TEST(CohensKappa, HasTheIntervalThatTheLargeSampleFormulaGives) {
  const Interval interval = cohens_kappa(fifty()).interval.value();

  EXPECT_NEAR(interval.low, 0.15, 0.04);
  EXPECT_NEAR(interval.high, 0.65, 0.04);
}

TEST(CohensKappa, HasTheSameIntervalEachTime) {
  EXPECT_EQ(cohens_kappa(fifty()).interval, cohens_kappa(fifty()).interval);
  EXPECT_NE(cohens_kappa(fifty(), {.seed = 2}).interval, cohens_kappa(fifty()).interval);
}

// No draw can come out otherwise, which is no certainty.
TEST(CohensKappa, HasNoIntervalWhereNoDrawCanDiffer) {
  EXPECT_FALSE(cohens_kappa(repeated({{{1, 1}, 30}, {{2, 2}, 40}})).interval.has_value());
  EXPECT_FALSE(cohens_kappa(repeated({{{1, 1}, 30}, {{1, 2}, 40}})).interval.has_value());
}

// All but two of nine units have the same rating: in about one draw of ten nothing else is left.
TEST(KrippendorffsAlpha, HasNoIntervalWhereManyDrawsSayNothing) {
  const std::vector<Ratings> units = repeated({{{1, 1}, 7}, {{1, 2}, 1}, {{2, 2}, 1}});

  EXPECT_TRUE(krippendorffs_alpha(units, Scale::nominal).value.has_value());
  EXPECT_FALSE(krippendorffs_alpha(units, Scale::nominal).interval.has_value());
}

TEST(KrippendorffsAlpha, IsAsPublishedForFourObserversWithGaps) {
  const std::vector<Ratings> units = of_four_observers();

  EXPECT_NEAR(krippendorffs_alpha(units, Scale::nominal).value.value(), 0.743, 0.0005);
  EXPECT_NEAR(krippendorffs_alpha(units, Scale::interval).value.value(), 0.849, 0.0005);
  EXPECT_EQ(krippendorffs_alpha(units, Scale::nominal).units, 11U);
}

// The same paper, section A: two observers, ten units, two values.
TEST(KrippendorffsAlpha, IsAsPublishedForTwoObservers) {
  const std::vector<Ratings> units = repeated({{{0, 0}, 5}, {{1, 1}, 1}, {{0, 1}, 3}, {{1, 0}, 1}});

  EXPECT_NEAR(krippendorffs_alpha(units, Scale::nominal).value.value(), 0.095, 0.0005);
}

// 0 against 1 weighs little beside 0 against 10: by hand, four ratings of 0, 0, 0, 1 and so on.
// Observed 2 * 1 / 6; expected over pairs of {0, 0, 0, 1, 10, 10}: 2 * (3 * 1 + 6 * 100 + 2 * 81)
// / 30 = 51; 1 - (1/3) / 51.
TEST(KrippendorffsAlpha, OnAScaleForgivesWhatIsNear) {
  const std::vector<Ratings> near{{0, 0}, {0, 1}, {10, 10}};

  EXPECT_NEAR(krippendorffs_alpha(near, Scale::interval).value.value(), 1 - 1.0 / 153, 1e-12);
  EXPECT_LT(krippendorffs_alpha(near, Scale::nominal).value.value(), 0.6);
}

TEST(KrippendorffsAlpha, SaysNothingOfUnitsThatOnePersonRated) {
  const Agreement alpha = krippendorffs_alpha(repeated({{{1}, 5}, {{2}, 5}}), Scale::nominal);

  EXPECT_FALSE(alpha.value.has_value());
  EXPECT_FALSE(alpha.interval.has_value());
  EXPECT_EQ(alpha.units, 0U);
}

TEST(KrippendorffsAlpha, HasAnIntervalAroundIt) {
  const Agreement alpha = krippendorffs_alpha(of_four_observers(), Scale::nominal);

  EXPECT_LT(alpha.interval.value().low, 0.743);
  EXPECT_GT(alpha.interval.value().high, 0.743);
}

}  // namespace
}  // namespace redcode::stats
