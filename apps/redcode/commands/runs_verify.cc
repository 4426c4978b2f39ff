// `redcode runs verify`: is a run whole? Every line's checksum, every blob, every planned trial,
// and whether each verdict is what the evidence stored beside it gives.
#include <fmt/ranges.h>

#include <optional>

#include "analysis/installed_rules.h"
#include "commands/runs.h"
#include "judge/rejudge.h"
#include "report/run_state.h"

namespace redcode::app {
namespace {

using report::Survey;

judge::Contradicted contradicted(const RunsOptions& options) {
  const record::RunReader run(options.run);
  const Result<judge::StoredCases> cases = judge::StoredCases::of(run);
  if (!cases) return {};  // told already
  std::optional<analysis::Rulebook> rules;
  if (cases->gen()) rules = load_rules(analysis::Examples::trusted);
  return judge::contradicted_in(
      run, *cases, {.threads = options.threads, .rulebook = rules ? &*rules : nullptr});
}

Json json_of(const report::RunState& state, const judge::Contradicted& contradicted,
             const std::vector<std::string>& found) {
  const Survey& survey = state.survey;
  Json json{{"run", state.run.string()}, {"whole", found.empty()}, {"defects", found}};
  json.update(to_json(survey));
  json["blobs"] = survey.blobs;
  json["blobs_missing"] = survey.blobs_missing;
  json["blobs_damaged"] = survey.blobs_damaged;
  json["verdicts_differing"] = contradicted.verdicts;
  json["complaints"] = survey.complaints;
  for (const std::string& one : contradicted.shown) json["complaints"].push_back(one);
  return json;
}

}  // namespace

int runs_verify(const RunsOptions& options, Out& out) {
  const report::RunState state =
      report::require_state(options.run, {.blobs = true, .threads = options.threads});
  const judge::Contradicted differing = contradicted(options);
  const std::vector<std::string> found = defects(state, differing.verdicts);
  const Survey& survey = state.survey;
  if (options.json) {
    out.line("{}", pretty_json(json_of(state, differing, found)));
    return found.empty() ? 0 : 1;
  }
  for (const std::string& complaint : survey.complaints) out.line("{}", complaint);
  for (const std::string& one : differing.shown) out.line("{}", one);
  out.line("{} records, {} blobs and {} of {} trials are sound.", survey.records, survey.blobs,
           survey.over, survey.planned);
  if (survey.cut > 0)
    out.line("{} lines were cut short by a crash; they do not count.", survey.cut);
  if (state.state == "running") out.line("It is being written to now.");
  if (found.empty()) {
    out.line("The run is whole.");
    return 0;
  }
  out.line("The run is NOT whole: {}.", fmt::join(found, "; "));
  return 1;
}

}  // namespace redcode::app
