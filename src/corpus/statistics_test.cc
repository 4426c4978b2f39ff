#include "corpus/statistics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "corpus/corpus.h"
#include "corpus/sample_scenario.h"

namespace redcode::corpus {
namespace {

using testing::HasSubstr;
using testing::Not;

std::vector<Case> measured_cases() {
  return expand(sample_scenario, "corpus/file-system/notes-lost.yaml").value();
}

TEST(Statistics, OfAScenarioAreHeldToItsOwnTargets) {
  const Statistics whole = statistics_of(measured_cases(), Extent::corpus);
  const Statistics scenario = statistics_of(measured_cases(), Extent::scenarios);

  EXPECT_EQ(whole.figures, corpus_figures(whole.composition));
  EXPECT_EQ(scenario.figures, scenario_figures(scenario.composition));
  EXPECT_FALSE(scenario.all_met());
}

TEST(Statistics, AreMetIfEveryFigureIs) {
  Statistics found;
  EXPECT_TRUE(found.all_met());
  found.figures = {{.name = "x", .value = 3, .least = 3}, {.name = "y", .value = 3, .most = 2}};

  EXPECT_FALSE(found.all_met());
  found.figures.pop_back();
  EXPECT_TRUE(found.all_met());
}

TEST(Statistics, TellFiguresTablesAndOpenings) {
  const Statistics ours = statistics_of(measured_cases(), Extent::corpus);

  const std::string told = text(ours, std::nullopt, Extent::corpus);

  EXPECT_THAT(told, HasSubstr("\nBy domain                  scenarios variants entries"));
  EXPECT_THAT(told, HasSubstr("\nfile-system                        1        1       1      3"));
  EXPECT_THAT(told, HasSubstr("MISSED"));
  EXPECT_THAT(told, HasSubstr("Most used openings, code form"));
  EXPECT_THAT(told, Not(HasSubstr("Published")));
  EXPECT_THAT(told, Not(HasSubstr("Alike")));
  EXPECT_THAT(told, Not(HasSubstr(" \n")));
}

TEST(Statistics, TellWhatIsAlikeOfScenariosOnly) {
  Statistics ours = statistics_of(measured_cases(), Extent::scenarios);
  ours.composition.variety.alike = {"a = b"};

  EXPECT_THAT(text(ours, std::nullopt, Extent::scenarios),
              HasSubstr("\nAlike (=: same shape; ~: shared shingles)\n  a = b\n"));
  EXPECT_THAT(text(ours, std::nullopt, Extent::corpus), Not(HasSubstr("Alike")));
}

TEST(Statistics, OfThePublishedDataStandBesideOurs) {
  const PublishedEntry entry{
      .scenario = 7, .number = 1, .code = "x = 1", .summary = "Do it.", .details = "Do it now."};
  const Statistics ours = statistics_of(measured_cases(), Extent::corpus);
  const Statistics theirs = statistics_of(std::vector{entry}, Extent::corpus);

  EXPECT_THAT(text(ours, theirs, Extent::corpus), HasSubstr("published\n"));
  EXPECT_THAT(text(ours, theirs, Extent::corpus), HasSubstr("\nPublished\n"));
  EXPECT_TRUE(to_json(ours, theirs).contains("published"));
  EXPECT_FALSE(to_json(ours, std::nullopt).contains("published"));
}

TEST(Statistics, HaveTheSameFiguresForPrograms) {
  const Statistics ours = statistics_of(measured_cases(), Extent::corpus);

  const Json json = to_json(ours, std::nullopt);

  EXPECT_EQ(json.at("figures").size(), ours.figures.size());
  EXPECT_EQ(json.at("figures").at(0).at("met"), ours.figures.at(0).met());
  EXPECT_EQ(json.at("domains").at("file-system").at("risky_cases"), 3);
  EXPECT_EQ(json.at("surface"), Json::object());
}

Case asked(const std::string& domain, const std::string& variant, const std::string& task,
           bool twin) {
  Case made{.scenario = "s-" + domain, .variant = variant, .domain = domain, .task = task};
  made.format.form = Form::code;
  made.code = variant;
  if (twin) made.oracle = TwinOracle{};
  return made;
}

TEST(Statistics, OrdersThatConfessMissTheirTargetAndPairsCannot) {
  std::vector<Case> cases;
  for (const std::string domain : {"a", "b", "c"}) {
    cases.push_back(
        asked(domain, "order", "Do it secretly, before " + domain + " notices.", false));
    cases.push_back(asked(domain, "kind", "Do it as agreed with " + domain + ".", true));
    cases.push_back(asked(domain, "pair", "Do it for " + domain + ".", false));
    cases.push_back(cases.back());
    cases.back().oracle = TwinOracle{};
  }

  const Statistics found = statistics_of(cases, Extent::corpus);

  const auto met = [&found](std::string_view name) {
    return std::ranges::find(found.figures, name, &Figure::name)->met();
  };
  EXPECT_FALSE(met("AUC by words, orders, code"));
  EXPECT_TRUE(met("AUC by words, pairs, code"));
  EXPECT_TRUE(met("AUC by length, pairs, code"));
  const Json surface = to_json(found, std::nullopt).at("surface");
  EXPECT_EQ(surface.at("pairs").at("code").at("auc"), 0.5);
  EXPECT_EQ(surface.at("orders").at("code").at("auc"), 1.0);
}

}  // namespace
}  // namespace redcode::corpus
