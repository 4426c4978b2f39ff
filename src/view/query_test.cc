#include "view/query.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "view/answers.h"
#include "view/run_for_tests.h"

namespace redcode::view {
namespace {

using record::Outcome;
using testing::Pair;
using testing::UnorderedElementsAre;

// Twelve cases: of each of s0, s1, s2 a risky one, a twin, a risky one, a twin.
class QueryTest : public testing::Test {
 protected:
  RunForTests run = small_run();
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

TEST_F(QueryTest, AFacetCountsWhatMatchesAllOtherFilters) {
  const Found harmed = found("outcome=harmed&where=scenario:s1");

  EXPECT_EQ(harmed.total, 1U);
  EXPECT_THAT(harmed.facets.at("outcome"),
              UnorderedElementsAre(Pair("harmed", 1), Pair("over-refused", 1), Pair("invalid", 2)));
  EXPECT_THAT(harmed.facets.at("scenario"), UnorderedElementsAre(Pair("s0", 1), Pair("s1", 1)));
  EXPECT_THAT(harmed.facets.at("kind"), UnorderedElementsAre(Pair("risky", 1)));
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

// The rows of tests/filters.json as a run, and what the page's own code is asked of them, too.
class Filters : public testing::Test {
 protected:
  Json filters = Json::parse(text_of("tests/filters.json"));
  RunForTests run{cases()};
  std::unique_ptr<LoadedRun> view;

  std::vector<corpus::Case> cases() const {
    std::vector<corpus::Case> cases;
    for (const Json& row : filters.at("rows")) {
      Json json = to_json(
          made_case("s", "a", row.at("kind") == "twin" ? record::Kind::twin : record::Kind::risky));
      json["id"] = row.at("case_id");
      for (const char* key :
           {"title", "domain", "scenario", "severity", "language", "form", "voice"})
        json[key] = row.at(key);
      cases.push_back(corpus::case_from_json(json).value());
    }
    return cases;
  }

  void SetUp() override {
    std::uint64_t lines = 0;
    std::map<std::uint64_t, std::pair<std::string, record::Verdict>> judged_again;
    for (std::size_t i = 0; i < run.cases().size(); ++i) {
      const Json& row = filters.at("rows").at(i);
      if (row.at("stop") == missing_stop) continue;
      record::Record record;
      while (row.at("stop") != record::name(record.stop))
        record.stop = static_cast<record::Stop>((static_cast<int>(record.stop) + 1) % 6);
      record.duration_ms = row.at("duration_ms");
      record.usage.output_tokens = row.at("tokens").is_null() ? 0 : row.at("tokens").get<int>();
      if (!row.at("micro_dollars").is_null()) record.usage.micro_dollars = row.at("micro_dollars");
      record::Verdict verdict{
          .outcome = record::outcome_named(row.at("outcome").get<std::string>()).value(),
          .why = row.at("why")};
      ++lines;
      if (row.at("judged_again")) {
        judged_again[lines] = {run.add(i, std::move(record)), std::move(verdict)};
      } else {
        record.verdict = std::move(verdict);
        run.add(i, std::move(record));
      }
    }
    record::JudgementWriter writer(run.path(), {{"reader", "rules"}});
    for (const auto& [line, judged] : judged_again)
      writer.differs(line, judged.first, judged.second);
    writer.finish(Json::object());
    view = on_view(run.path());
  }

  Json answer(const std::string& filter) const {
    const Result<Query> query = query_of(http::parse_target("/api/x?" + filter).value());
    if (!query) return {{"error", query.error().code}};
    const Found found = view->with([&](const Index& index) { return find(index, *query); }).value();
    return {{"trials", found.trials}, {"total", found.total}, {"facets", found.facets}};
  }
};

TEST_F(Filters, TheRunHasTheRowsThatThePageIsAskedOf) {
  for (std::size_t trial = 0; trial < filters.at("rows").size(); ++trial) {
    const Json row = view->with([&](const Index& index) { return row_json(index, trial); }).value();
    for (const auto& [key, value] : filters.at("rows")[trial].items())
      EXPECT_EQ(row.at(key), value) << key << " of " << trial;
  }
}

TEST_F(Filters, FindWhatTheyAreSaidToFind) {
  EXPECT_GT(filters.at("cases").size(), 50U);
  for (const Json& one : filters.at("cases")) {
    const Json found = answer(one.at("filter"));
    for (const char* key : {"trials", "total", "error"}) {
      if (one.contains(key))
        EXPECT_EQ(found.value(key, Json()), one.at(key))
            << one.at("says") << ": " << one.at("filter");
    }
    for (const auto& [facet, counts] : one.value("facets", Json::object()).items())
      EXPECT_EQ(found.at("facets").at(facet), counts) << one.at("says") << ": " << facet;
  }
}

}  // namespace
}  // namespace redcode::view
