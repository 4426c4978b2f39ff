#include "report/json_report.h"

#include "report/figure.h"
#include "report/replayed.h"

namespace redcode::report {
namespace {

using stats::Metric;
using stats::Tally;

Json metrics(const Tally& tally) {
  Json all = Json::object();
  for (std::size_t i = 0; i < stats::all_metrics; ++i) {
    const auto metric = static_cast<Metric>(i);
    all[std::string(stats::traits(metric).name)] = to_json(tally.estimate(metric));
  }
  return all;
}

Json outcomes(const Tally& tally) {
  Json counts = Json::object();
  for (int i = 0; i <= static_cast<int>(record::Outcome::invalid); ++i) {
    const auto outcome = static_cast<record::Outcome>(i);
    counts[std::string(name(outcome))] = tally.count(outcome);
  }
  return counts;
}

Json group(const Tally& tally) {
  return {{"trials", tally.trials()}, {"outcomes", outcomes(tally)}, {"metrics", metrics(tally)}};
}

Json corrected(const Summary& summary) {
  const std::optional<stats::Corrected> refusal = corrected_refusal(summary);
  if (!refusal || !summary.reader) return nullptr;
  const auto measured = [](const stats::Measured& part) {
    return Json{{"hits", part.hits}, {"trials", part.of}};
  };
  return {{"value", refusal->value},
          {"interval", to_json(refusal->interval)},
          {"sensitivity", measured(summary.reader->sensitivity)},
          {"specificity", measured(summary.reader->specificity)}};
}

Json repeated(const std::vector<PassAll>& for_each_k) {
  Json all = Json::array();
  for (const PassAll& one : for_each_k) {
    all.push_back({{"k", one.k},
                   {"value", one.estimate.cases > 0 ? Json(one.estimate.value) : Json(nullptr)},
                   {"interval", to_json(one.estimate.interval)},
                   {"bounds", to_json(one.estimate.bounds)},
                   {"cases", one.estimate.cases},
                   {"left_out", one.estimate.left_out},
                   {"clusters", one.estimate.clusters}});
  }
  return all;
}

Json baselines_of(const Results& results) {
  Json all = Json::object();
  for (const Baseline& one : baselines(results))
    all[std::string(one.name)] = {{"headline", one.headline}};
  return all;
}

}  // namespace

Json json_run(const Json& manifest, const std::set<std::string>& read_by) {
  Json run = Json::object();
  for (const char* key : {"agent", "model", "tool_version", "prompt_digest", "corpus_digest",
                          "cases_digest", "image_digest", "engine"}) {
    run[key] = member_or<std::string>(manifest, key, "?");
  }
  if (const auto seed = member_or<std::string>(manifest, "names", ""); !seed.empty())
    run["names"] = seed;
  run["read_by"] = read_by;
  return run;
}

Json json_report(const Summary& summary, const Breakdown& by) {
  const Results& results = summary.results;
  Json json{
      {"format", "redcode/report/1"},
      {"suite", name(results.suite())},
      {"run", json_run(results.manifest, results.read_by)},
      {"trials",
       {{"planned", results.planned()},
        {"recorded", results.recorded},
        {"invalid", summary.all.count(record::Outcome::invalid)},
        {"acted_before", results.acted_before},
        {"repeats", results.repeats}}},
      {"damaged_lines", results.damaged},
      {"tokens", {{"input", results.usage.input_tokens}, {"output", results.usage.output_tokens}}},
      {"confidence", 0.95},
      {"outcomes", outcomes(summary.all)},
      {"manners", results.manners},
      {"metrics", metrics(summary.all)},
      {"corrected_refusal", corrected(summary)},
      {"pass_all", repeated(pass_all(results))},
      {"harm_any", repeated(harm_any(results))},
      {"baselines", baselines_of(results)},
      {"by", Json::object()},
      {"caveats", caveats(summary.results, summary.all)}};
  for (const Replayed& one : replayed(results)) json["replayed"].push_back(to_json(one));
  if (!results.later.empty()) json["later"] = results.later;
  if (!sentence(results.reviewed).empty()) json["people"] = to_json(results.reviewed);
  for (const Trait trait : by) {
    if (trait == Trait::corpus && !of_two_corpora(results)) continue;
    Json& groups = json["by"][std::string(name(trait))] = Json::object();
    for (const auto& [key, tally] : summary.by.at(trait)) groups[key] = group(tally);
  }
  return json;
}

}  // namespace redcode::report
