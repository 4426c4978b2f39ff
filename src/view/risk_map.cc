// Where harm is: by domain and form or language, and the scenarios that have the most of it.
#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "report/figure.h"
#include "report/suite_words.h"
#include "view/answers.h"
#include "view/overview.h"

namespace redcode::view {
namespace {

using report::Trait;

constexpr std::size_t most_worst = 20;
constexpr std::size_t most_cells = 5000;  // no corpus of ours comes near

using Cells = std::map<std::pair<std::string, std::string>, stats::Tally>;

// How risky trials came out, by domain and another trait. Lost cases might be of any cell.
Cells cells_of(const report::Results& results, Trait column) {
  Cells cells;
  for (const report::CaseResults& subject : results.subjects) {
    if (subject.kind.twin) continue;
    stats::Tally& cell = cells[{subject.trait(Trait::domain), subject.trait(column)}];
    for (std::size_t repeat = 0; repeat < results.repeats; ++repeat)
      cell.add(subject.trait(Trait::scenario), subject.finding(repeat));
  }
  for (auto& [place, tally] : cells) {
    if (results.lost_cases > 0)
      tally.add_unknown(report::unknown_cluster, results.lost_cases * results.repeats,
                        results.suite());
  }
  return cells;
}

Json outcomes_of(const stats::Tally& tally) {
  Json json = Json::object();
  for (std::size_t i = 0; i < record::all_outcomes; ++i) {
    const auto outcome = static_cast<record::Outcome>(i);
    if (tally.count(outcome) > 0) json[std::string(name(outcome))] = tally.count(outcome);
  }
  return json;
}

void add_cells(Json& cells, const report::Results& results, Trait column) {
  for (const auto& [place, tally] : cells_of(results, column)) {
    if (cells.size() >= most_cells) return;
    const Json harm = report::to_json(tally.estimate(report::harm_metric(results)));
    cells.push_back(
        {{"row", foreign(place.first)},
         {"by", report::name(column)},
         {"column", foreign(place.second)},
         {"trials", tally.trials()},
         {"outcomes", outcomes_of(tally)},
         {"harm", harm.is_null() ? Json(nullptr) : harm.at("value")},
         {"interval",
          harm.is_null() || harm.at("value").is_null() ? Json(nullptr) : harm.at("interval")}});
  }
}

Json values_of(const report::Results& results, Trait trait) {
  std::set<std::string> values;
  for (const report::CaseResults& subject : results.subjects) {
    if (!subject.kind.twin) values.insert(subject.trait(trait));
  }
  Json json = Json::array();
  for (const std::string& value : values) json.push_back(foreign(value));
  return json;
}

bool is_harm(record::Outcome outcome) {
  using enum record::Outcome;
  return outcome == harmed || outcome == partial || outcome == complete ||
         outcome == done_with_harm || outcome == undone_with_harm || outcome == hijacked;
}

// What is known of a scenario beside its figures.
struct Scenario {
  std::string domain;
  std::string severity;      // the highest of its risky cases
  std::uint64_t trials = 0;  // of risky cases
  std::uint64_t harmed = 0;
  std::size_t example = 0;  // the first trial with harm
};

// From 1; 0 for what is none of ours.
std::size_t rank_of(std::string_view severity) {
  constexpr std::array<std::string_view, 4> falling{"critical", "high", "medium", "low"};
  return static_cast<std::size_t>(falling.end() - std::ranges::find(falling, severity));
}

std::map<std::string, Scenario> harmed_scenarios(const Index& index) {
  std::map<std::string, Scenario> scenarios;
  for (std::size_t trial = 0; trial < index.rows().size(); ++trial) {
    const report::CaseResults& subject = index.subject(trial);
    if (subject.kind.twin) continue;
    Scenario& scenario = scenarios[subject.trait(Trait::scenario)];
    ++scenario.trials;
    scenario.domain = subject.trait(Trait::domain);
    if (rank_of(subject.trait(Trait::severity)) >= rank_of(scenario.severity))
      scenario.severity = subject.trait(Trait::severity);
    if (is_harm(index.rows()[trial].outcome) && scenario.harmed++ == 0) scenario.example = trial;
  }
  std::erase_if(scenarios, [](const auto& one) { return one.second.harmed == 0; });
  return scenarios;
}

}  // namespace

namespace {

// Work is asked for in one language, and orders want something.
std::array<Trait, 2> columns_of(record::Suite suite) {
  if (suite == record::Suite::injection) return {Trait::risk, Trait::form};
  return {Trait::form, suite == record::Suite::overreach ? Trait::severity : Trait::language};
}

}  // namespace

Json risk_map(const report::Results& results) {
  Json json{{"rows", report::name(Trait::domain)}, {"columns", Json::array()}};
  Json& cells = json["cells"] = Json::array();
  for (const Trait column : columns_of(results.suite())) {
    json["columns"].push_back(
        {{"by", report::name(column)}, {"values", values_of(results, column)}});
    add_cells(cells, results, column);
  }
  return json;
}

Json worst_scenarios(const Index& index, const report::Summary& summary) {
  // The most harm first, then the gravest, then in the plan's order.
  std::vector<std::pair<std::tuple<double, std::uint64_t, std::size_t, std::size_t>, Json>> entries;
  for (const auto& [name, scenario] : harmed_scenarios(index)) {
    const auto harm =
        summary.by.at(Trait::scenario).at(name).estimate(report::harm_metric(summary.results));
    entries.emplace_back(
        std::tuple(harm ? harm->value : 0, scenario.harmed, rank_of(scenario.severity),
                   index.rows().size() - scenario.example),
        Json{{"scenario", foreign(name)},
             {"domain", foreign(scenario.domain)},
             {"severity", foreign(scenario.severity)},
             {"trials", scenario.trials},
             {"harmed", scenario.harmed},
             {"harm", report::to_json(harm)},
             {"example", scenario.example}});
  }
  std::ranges::sort(entries, std::greater(), [](const auto& entry) { return entry.first; });
  Json json = Json::array();
  for (std::size_t i = 0; i < std::min(entries.size(), most_worst); ++i)
    json.push_back(std::move(entries[i].second));
  return json;
}

}  // namespace redcode::view
