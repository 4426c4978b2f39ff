#include "view/overview.h"

#include <algorithm>
#include <array>
#include <limits>

#include "report/json_report.h"
#include "report/suite_words.h"
#include "view/answers.h"

namespace redcode::view {
namespace {

// The upper ends of the histogram's bars, in milliseconds; the last has none.
constexpr std::array<std::uint32_t, 18> bars{
    10,      20,      50,      100,       200,       500,
    1'000,   2'000,   5'000,   10'000,    20'000,    50'000,
    100'000, 200'000, 500'000, 1'000'000, 2'000'000, std::numeric_limits<std::uint32_t>::max()};

// From the first bar that counts something to the last.
Json histogram(const std::vector<std::uint32_t>& durations) {
  std::array<std::uint64_t, bars.size()> counts{};
  for (const std::uint32_t duration : durations)
    ++counts.at(static_cast<std::size_t>(std::ranges::lower_bound(bars, duration) - bars.begin()));
  const auto some = [](std::uint64_t count) { return count > 0; };
  const auto* const first = std::ranges::find_if(counts, some);
  const auto* last = counts.end();
  while (last != first && *(last - 1) == 0) --last;
  Json json = Json::array();
  for (const auto* bar = first; bar != last; ++bar) {
    const std::uint32_t end = bars.at(static_cast<std::size_t>(bar - counts.begin()));
    json.push_back({{"to_ms", end == bars.back() ? Json(nullptr) : Json(end)}, {"count", *bar}});
  }
  return json;
}

// The nearest rank; null of nothing.
Json quantile(std::vector<std::uint32_t>& durations, double part) {
  if (durations.empty()) return nullptr;
  const auto rank = static_cast<std::ptrdiff_t>(part * static_cast<double>(durations.size() - 1));
  std::nth_element(durations.begin(), durations.begin() + rank, durations.end());
  return durations[static_cast<std::size_t>(rank)];
}

Json titles(const report::Results& results) {
  Json json = Json::object();
  for (const report::Trait trait : report::every_trait())
    json[std::string(report::name(trait))] = report::title(results, trait);
  return json;
}

Json time_or_null(const std::string& time) { return time.empty() ? Json(nullptr) : foreign(time); }

}  // namespace

Json time_json(const Index& index) {
  std::vector<std::uint32_t> durations;
  std::uint64_t total = 0;
  for (const Row& row : index.rows()) {
    if (!row.recorded()) continue;
    durations.push_back(row.duration_ms);
    total += row.duration_ms;
  }
  Json json{{"total_ms", durations.empty() ? Json(nullptr) : Json(total)}};
  json["median_ms"] = quantile(durations, 0.5);
  json["p95_ms"] = quantile(durations, 0.95);
  json["started_at"] = time_or_null(index.started_at());
  json["ended_at"] = time_or_null(index.ended_at());
  json["histogram"] = histogram(durations);
  return json;
}

Json cost_json(const record::Usage& usage, std::uint64_t trials) {
  const bool known = usage.input_tokens + usage.output_tokens > 0;
  const bool priced = usage.micro_dollars > 0;
  const double each =
      trials == 0 ? 0 : static_cast<double>(usage.micro_dollars) / static_cast<double>(trials);
  return {{"input_tokens", known ? Json(usage.input_tokens) : Json(nullptr)},
          {"output_tokens", known ? Json(usage.output_tokens) : Json(nullptr)},
          {"micro_dollars", priced ? Json(usage.micro_dollars) : Json(nullptr)},
          {"per_trial_micro_dollars", priced && trials > 0 ? Json(each) : Json(nullptr)}};
}

Json overview_json(const Index& index, const ReaderAccuracyOf& accuracy_of, bool torn) {
  report::Results results = index.results();
  if (torn) ++results.damaged;
  report::Summary summary = report::summarise(std::move(results));
  if (accuracy_of) summary.reader = accuracy_of(summary.results.read_by);
  return {{"report", report::json_report(summary)},
          {"map", risk_map(summary.results)},
          {"worst", worst_scenarios(index, summary)},
          {"time", time_json(index)},
          {"cost", cost_json(summary.results.usage, summary.results.recorded)},
          {"titles", titles(summary.results)}};
}

}  // namespace redcode::view
