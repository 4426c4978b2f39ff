#include "view/static_page.h"

#include <fmt/format.h>

#include <set>
#include <tuple>
#include <vector>

#include "base/random.h"
#include "http/local_page.h"
#include "view/loaded_run.h"
#include "view/page.h"

namespace redcode::view {
namespace {

constexpr std::size_t most_bytes = std::size_t{10} << 20U;
constexpr std::size_t most_trial_bytes = std::size_t{1} << 20U;  // of one trial
constexpr std::size_t most_shown_trials = 400;

// Read to its end; it is never read further.
Result<std::unique_ptr<LoadedRun>> read_run(const std::filesystem::path& folder) {
  auto run = std::make_unique<LoadedRun>(folder);
  run->refresh();
  if (const auto trouble = run->standing().trouble) return std::unexpected(*trouble);
  return run;
}

Json entry_json(const Index& index, const std::filesystem::path& folder, std::size_t number) {
  Json entry{
      {"index", number}, {"name", foreign(folder.string())}, {"live", false}, {"reading", false}};
  entry.update(run_json(index));
  entry.update(figures_json(index));
  return entry;
}

// Trials worth a look, the most telling ones first: the worst scenarios' examples, then one of each
// outcome in each domain, then one of each scenario.
std::vector<std::size_t> telling_trials(const Index& index, const Json& overview) {
  std::vector<std::size_t> trials;
  std::set<std::size_t> chosen;
  const auto choose = [&](std::size_t trial) {
    if (chosen.insert(trial).second) trials.push_back(trial);
  };
  for (const Json& worst : overview.at("worst")) choose(worst.at("example").get<std::size_t>());
  std::set<std::tuple<record::Outcome, std::string>> seen;
  for (const report::Trait trait : {report::Trait::domain, report::Trait::scenario}) {
    for (std::size_t trial = 0; trial < index.rows().size(); ++trial) {
      const Row& row = index.rows()[trial];
      if (row.recorded() && seen.emplace(row.outcome, index.subject(trial).trait(trait)).second)
        choose(trial);
    }
  }
  trials.resize(std::min(trials.size(), most_shown_trials));
  return trials;
}

// All rows, or evenly spread ones and those that have a page of their own.
Json all_rows(const Index& index, const std::vector<std::size_t>& telling) {
  const std::size_t all = index.rows().size();
  const std::size_t shown = std::min(all, most_file_rows);
  std::set<std::size_t> trials(telling.begin(), telling.end());
  for (std::size_t i = 0; i < shown; ++i) trials.insert(i * all / shown);
  Json rows = Json::array();
  for (const std::size_t trial : trials) rows.push_back(row_json(index, trial));
  const std::size_t left_out = all - rows.size();
  return {{"total", all},
          {"of", all},
          {"rows", std::move(rows)},
          {"left_out", left_out},
          {"facets", Json::object()}};
}

// As many as there is room for.
void add_trials(Json& data, const Index& index, const std::filesystem::path& folder,
                const std::vector<std::size_t>& trials) {
  std::size_t room = most_bytes - std::min(most_bytes, dump_json(data).size());
  for (const std::size_t trial : trials) {
    Result<Json> json = trial_json(index, folder, trial);
    if (!json) continue;
    const std::size_t size = dump_json(*json).size();
    if (size > std::min(room, most_trial_bytes)) continue;
    room -= size;
    data[fmt::format("/api/run/0/trial/{}", trial)] = *std::move(json);
  }
}

Json compare_answer(std::size_t first, std::size_t second, Json compared) {
  Json entry{{"first", first}, {"second", second}};
  entry.update(compared);
  return {{"comparisons", Json::array({std::move(entry)})}};
}

// Both ways round: whichever the page asks for.
Result<bool> add_baseline(Json& data, const Index& index, const std::filesystem::path& folder,
                          const ReaderAccuracyOf& accuracy_of) {
  const Result<std::unique_ptr<LoadedRun>> baseline = read_run(folder);
  if (!baseline) return std::unexpected(baseline.error());
  const bool torn = (*baseline)->standing().torn;
  const auto look = [&](const Index& before) -> Result<bool> {
    Result<Json> forth = comparison_json(before, index);
    Result<Json> back = comparison_json(index, before);
    if (!forth || !back) return std::unexpected((forth ? back : forth).error());
    data["/api/runs"]["runs"].push_back(entry_json(before, folder, 1));
    data["/api/run/1/overview"] = overview_json(before, accuracy_of, torn);
    data["/api/compare?runs=1,0"] = compare_answer(1, 0, *std::move(forth));
    data["/api/compare?runs=0,1"] = compare_answer(0, 1, *std::move(back));
    return true;
  };
  return (*baseline)->with(look).value();
}

}  // namespace

std::string html_file(const Json& data) {
  const std::string nonce = random_token(24);
  const std::string policy = fmt::format(
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src "
      "'nonce-{0}'; style-src 'nonce-{0}'; img-src data:; base-uri 'none'; form-action 'none'\">",
      nonce);
  // No text can end the element it stands in.
  const std::string json = http::filled(dump_json(data), "<", "\\u003c");
  const std::string element = fmt::format(
      "{}\n<script type=\"application/json\" id=\"redcode-data\">{}</script>", policy, json);
  // The nonce first: the data may hold its place's name.
  return http::filled(http::filled(page(), http::nonce_place, nonce), data_place, element);
}

Result<Json> report_data(const ReportFile& wanted) {
  const Result<std::unique_ptr<LoadedRun>> read = read_run(wanted.run);
  if (!read) return std::unexpected(read.error());
  const LoadedRun& run = **read;
  const bool torn = run.standing().torn;
  const auto look = [&](const Index& index) -> Result<Json> {
    Json overview = overview_json(index, wanted.accuracy_of, torn);
    const std::vector<std::size_t> telling = telling_trials(index, overview);
    Json data{{"mode", "report"}};
    data["/api/runs"] = {{"runs", Json::array({entry_json(index, wanted.run, 0)})},
                         {"version", wanted.version}};
    data["/api/run/0/overview"] = std::move(overview);
    data["/api/run/0/trials"] = all_rows(index, telling);
    if (wanted.baseline) {
      const Result<bool> added = add_baseline(data, index, *wanted.baseline, wanted.accuracy_of);
      if (!added) return std::unexpected(added.error());
    }
    add_trials(data, index, wanted.run, telling);
    return data;
  };
  return run.with(look).value();
}

}  // namespace redcode::view
