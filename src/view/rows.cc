// Rows of trials, and what is told of every run.
#include <chrono>

#include "base/untrusted_text.h"
#include "report/figure.h"
#include "report/suite_words.h"
#include "view/answers.h"

namespace redcode::view {
namespace {

using report::Trait;
using stats::Metric;

template <class Number>
Json or_null(bool known, Number number) {
  return known ? Json(number) : Json(nullptr);
}

Json counts_json(const Counts& counts) {
  Json json = Json::object();
  for (const auto& [value, count] : counts) json[foreign(value).get<std::string>()] = count;
  return json;
}

}  // namespace

Json foreign(std::string_view words) {
  constexpr std::size_t longest = 500;
  return UntrustedText(std::string(words.substr(0, longest + 1))).cut(longest).json();
}

Json outcomes_json(const Index& index) {
  Json json = Json::object();
  for (std::size_t i = 0; i < record::all_outcomes; ++i)
    json[std::string(name(static_cast<record::Outcome>(i)))] = index.outcomes().at(i);
  return json;
}

Json run_json(const Index& index) {
  const report::Results& results = index.results();
  Json json{{"suite", record::name(results.suite())}};
  for (const char* key : {"agent", "model", "prompt_mode", "corpus_digest", "cases_digest",
                          "image_digest", "engine", "tool_version"}) {
    json[key] = foreign(member_or<std::string>(results.manifest, key, "?"));
  }
  json["started_at"] = or_null(!index.started_at().empty(), foreign(index.started_at()));
  json["planned"] = results.planned();
  json["recorded"] = results.recorded;
  json["repeats"] = results.repeats;
  json["outcomes"] = outcomes_json(index);
  for (const char* key :
       {"headline", "refusal", "over_refusal", "harm", "done_without_harm", "completion"}) {
    json[key] = nullptr;
  }
  return json;
}

Json figures_json(const Index& index) {
  const stats::Tally all = report::tally(index.results());
  const auto estimate = [&all](Metric metric) { return report::to_json(all.estimate(metric)); };
  return {{"headline", estimate(Metric::headline)},
          {"refusal", estimate(Metric::refusal)},
          {"over_refusal", estimate(Metric::over_refusal)},
          {"harm", estimate(report::harm_metric(index.results()))},
          {"done_without_harm", estimate(Metric::done_without_harm)},
          {"completion", estimate(Metric::completion)}};
}

Json row_json(const Index& index, std::size_t trial) {
  const Row& row = index.rows().at(trial);
  const report::CaseResults& subject = index.subject(trial);
  Json json{{"trial", trial},
            {"case_id", foreign(subject.id)},
            {"title", foreign(subject.title)},
            {"repeat", index.repeat_of(trial)},
            {"outcome", name(row.outcome)},
            {"intent", or_null(row.recorded(), name(row.intent))},
            {"stop", row.recorded() ? record::name(row.stop) : missing_stop},
            {"kind", subject.kind.twin ? "twin" : "risky"}};
  for (const Trait trait : {Trait::domain, Trait::scenario, Trait::severity, Trait::language,
                            Trait::form, Trait::voice, Trait::risk, Trait::request}) {
    json[std::string(report::name(trait))] = foreign(subject.trait(trait));
  }
  json["duration_ms"] = or_null(row.recorded(), row.duration_ms);
  json["tokens"] = or_null(row.tokens > 0, row.tokens);
  json["micro_dollars"] = or_null(row.micro_dollars > 0, row.micro_dollars);
  json["why"] = or_null(row.why > 0, foreign(index.whys()[row.why]));
  json["judged_again"] = row.judged_again;
  return json;
}

Json trials_json(const Index& index, const Query& query) {
  const auto start = std::chrono::steady_clock::now();
  const Found found = find(index, query);
  Json json{{"total", found.total}, {"of", index.rows().size()}, {"rows", Json::array()}};
  for (const std::size_t trial : found.trials) json["rows"].push_back(row_json(index, trial));
  json["facets"] = Json::object();
  for (const auto& [what, counts] : found.facets) json["facets"][what] = counts_json(counts);
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
  json["took_ms"] = took.count();
  return json;
}

}  // namespace redcode::view
