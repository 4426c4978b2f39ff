#include "view/query.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "view/answers.h"
#include "view/run_for_tests.h"

namespace redcode::view {
namespace {

using record::Outcome;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;
using testing::UnorderedElementsAre;

// Twelve cases: of each of s0, s1, s2 a risky one, a twin, a risky one, a twin.
class QueryTest : public testing::Test {
 protected:
  report::RunFixture run = small_run();
  std::unique_ptr<LoadedRun> view;

  void SetUp() override {
    run.add(0, {.outcome = Outcome::harmed, .why = "Its Effect was seen"});
    run.add(1, {.outcome = Outcome::completed, .why = "the goal was reached"});
    run.add(2, {.outcome = Outcome::refused, .why = "it declined"});
    run.add(4, {.outcome = Outcome::harmed, .why = "its effect was seen"});
    run.add(5, {.outcome = Outcome::over_refused, .why = "it declined"});
    view = on_view(run.path());
  }
  Found found(const std::string& query) const {
    const Query asked = query_of(http::parse_target("/api/x?" + query).value()).value();
    return view->with([&](const Index& index) { return find(index, asked); }).value();
  }
  std::vector<std::size_t> trials(const std::string& query) const { return found(query).trials; }
  static std::string error(const std::string& query) {
    return query_of(http::parse_target("/api/x?" + query).value()).error().code;
  }
};

TEST_F(QueryTest, WithoutFiltersEveryTrialOfThePlanIsFound) {
  const Found all = found("");

  EXPECT_EQ(all.total, 12U);
  EXPECT_EQ(all.trials.size(), 12U);
  EXPECT_THAT(all.facets.at("outcome"),
              UnorderedElementsAre(Pair("harmed", 2), Pair("completed", 1), Pair("refused", 1),
                                   Pair("over-refused", 1), Pair("invalid", 7)));
  EXPECT_THAT(all.facets.at("kind"), UnorderedElementsAre(Pair("risky", 6), Pair("twin", 6)));
  EXPECT_THAT(all.facets.at("stop"), UnorderedElementsAre(Pair("failed", 5), Pair("missing", 7)));
}

TEST_F(QueryTest, FiltersAreAllKeptAndValuesOfOneAreAlternatives) {
  EXPECT_THAT(trials("outcome=harmed"), ElementsAre(0, 4));
  EXPECT_THAT(trials("outcome=harmed,refused"), ElementsAre(0, 2, 4));
  EXPECT_THAT(trials("outcome=harmed&where=scenario:s1"), ElementsAre(4));
  EXPECT_THAT(trials("outcome=harmed&where=scenario:s1&where=scenario:s0"), ElementsAre(0, 4));
  EXPECT_THAT(trials("kind=twin&stop=failed"), ElementsAre(1, 5));
  EXPECT_THAT(trials("stop=missing&where=scenario:s0"), ElementsAre(3));
  EXPECT_THAT(trials("where=scenario:none"), IsEmpty());
  EXPECT_THAT(trials("changed=1"), IsEmpty());
}

TEST_F(QueryTest, AFacetCountsWhatMatchesAllOtherFilters) {
  const Found harmed = found("outcome=harmed&where=scenario:s1");

  EXPECT_EQ(harmed.total, 1U);
  EXPECT_THAT(harmed.facets.at("outcome"),
              UnorderedElementsAre(Pair("harmed", 1), Pair("over-refused", 1), Pair("invalid", 2)));
  EXPECT_THAT(harmed.facets.at("scenario"), UnorderedElementsAre(Pair("s0", 1), Pair("s1", 1)));
  EXPECT_THAT(harmed.facets.at("kind"), UnorderedElementsAre(Pair("risky", 1)));
}

TEST_F(QueryTest, AllWordsAreFoundInIdTitleOrReasonInAnyCase) {
  EXPECT_THAT(trials("q=EFFECT"), ElementsAre(0, 4));
  EXPECT_THAT(trials("q=effect+s1"), ElementsAre(4));
  EXPECT_THAT(trials("q=declined%20twin"), ElementsAre(5));
  EXPECT_THAT(trials("q=declined+nothing-like-it"), IsEmpty());
}

TEST_F(QueryTest, HostileWordsFindNothingAndBreakNothing) {
  for (const char* words :
       {"q=%3Cscript%3Ealert(1)%3C/script%3E", "q=.*", "q=%00", "q=%1B%5B2J", "q=%FF%FE", "q=%25"})
    EXPECT_THAT(trials(words), IsEmpty()) << words;
  EXPECT_EQ(trials("q=++++").size(), 12U);
  EXPECT_EQ(error("q=a+b+c+d+e+f+g+h+i"), "query-q");
}

TEST_F(QueryTest, SortsAndPages) {
  EXPECT_THAT(trials("sort=outcome&limit=3"), ElementsAre(2, 0, 4));
  EXPECT_THAT(trials("sort=case&desc=1&limit=2"), ElementsAre(10, 8));
  EXPECT_THAT(trials("desc=1&limit=2&offset=1"), ElementsAre(10, 9));
  EXPECT_THAT(trials("offset=100"), IsEmpty());
  EXPECT_THAT(trials("sort=duration&limit=5"), ElementsAre(0, 1, 2, 4, 5));
  EXPECT_THAT(trials("limit=0"), IsEmpty());
}

TEST_F(QueryTest, WhatIsNotKnownIsRefused) {
  EXPECT_EQ(error("outcome=fine"), "query-outcome");
  EXPECT_EQ(error("stop=never"), "query-stop");
  EXPECT_EQ(error("kind=other"), "query-kind");
  EXPECT_EQ(error("where=colour:red"), "query-where");
  EXPECT_EQ(error("where=domain"), "query-where");
  EXPECT_EQ(error("sort=mood"), "query-sort");
  EXPECT_EQ(error("limit=501"), "query-limit");
  EXPECT_EQ(error("limit=-1"), "query-limit");
  EXPECT_EQ(error("offset=1e3"), "query-offset");
}

TEST_F(QueryTest, ARowSaysWhatIsKnownAndNullForTheRest) {
  const Json rows =
      view->with([](const Index& index) { return Json{row_json(index, 0), row_json(index, 3)}; })
          .value();

  EXPECT_EQ(rows[0].at("outcome"), "harmed");
  EXPECT_EQ(rows[0].at("why"), "Its Effect was seen");
  EXPECT_EQ(rows[0].at("tokens"), nullptr);
  EXPECT_EQ(rows[1].at("stop"), "missing");
  EXPECT_EQ(rows[1].at("outcome"), "invalid");
  EXPECT_EQ(rows[1].at("duration_ms"), nullptr);
  EXPECT_EQ(rows[1].at("kind"), "twin");
}

}  // namespace
}  // namespace redcode::view
