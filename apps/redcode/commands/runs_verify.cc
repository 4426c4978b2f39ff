// `redcode runs verify`: is a run whole? Every line's checksum, every blob, every planned trial,
// and whether each verdict is what the evidence stored beside it gives.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>
#include <thread>
#include <vector>

#include "analysis/installed_rules.h"
#include "base/failure.h"
#include "base/text.h"
#include "commands/runs.h"
#include "judge/rejudge.h"
#include "runs_look.h"

namespace redcode::app {
namespace {

constexpr std::size_t most_shown = 20;

// Verdicts that are not what their evidence gives: made by another version, or made up.
struct Differing {
  std::uint64_t verdicts = 0;
  std::vector<std::string> shown = {};  // the first of them
};

// By the readings that transcripts were given, so a newer reader makes no difference.
Differing differing_in(const RunsOptions& options) {
  Differing found;
  const record::RunReader run(options.run);
  const Result<judge::StoredCases> cases = judge::StoredCases::of(run);
  if (!cases) return found;  // told already
  std::optional<analysis::Rulebook> rules;
  if (cases->gen()) rules = load_rules(analysis::Examples::trusted);
  const judge::RejudgeOptions how{
      .transcripts = false,
      .threads =
          options.threads > 0 ? options.threads : std::max(1U, std::thread::hardware_concurrency()),
      .rulebook = rules ? &*rules : nullptr};
  const auto take = [&found](const judge::Rejudged& one) {
    const bool same = one.before.outcome == one.now.outcome &&
                      one.before.attempt == one.now.attempt && one.before.effect == one.now.effect;
    if (same) return;
    ++found.verdicts;
    if (found.shown.size() < most_shown) {
      found.shown.push_back(fmt::format("line {}: the verdict is {}, its evidence gives {}",
                                        one.line, name(one.before.outcome), name(one.now.outcome)));
    }
  };
  if (!judge::rejudge(run, *cases, how, take)) return {};  // told by the survey
  return found;
}

// What keeps the run from being whole. A line cut short is a crash's trace: if its trial is there
// all the same, nothing is lost.
std::vector<std::string> defects(const Look& look, const Differing& differing) {
  const Survey& survey = look.survey;
  std::vector<std::string> found;
  const auto count = [&found](std::uint64_t times, std::string_view what) {
    if (times > 0) found.push_back(fmt::format("{} {}", times, what));
  };
  count(survey.planned - survey.seen, "planned trials without a record");
  count(survey.seen - survey.over, "trials that are to be tried again");
  count(survey.changed, "lines that do not match their checksum or are no records");
  count(survey.foreign, "records of trials outside the plan");
  count(survey.duplicates, "records of trials that had been judged before");
  count(survey.blobs_missing, "blobs that are missing");
  count(survey.blobs_damaged, "blobs that do not match their digest");
  count(differing.verdicts,
        "verdicts that are not what the evidence gives (`redcode judge --findings` judges anew)");
  count(look.damaged_cases, "damaged lines of cases.jsonl");
  if (!look.cases_as_promised)
    found.emplace_back("cases.jsonl has other cases than manifest.json speaks of");
  if (!look.judgement.empty()) found.push_back(look.judgement);
  return found;
}

Json json_of(const Look& look, const Differing& differing, const std::vector<std::string>& found) {
  Json json{{"run", look.run.string()}, {"whole", found.empty()}, {"defects", found}};
  json.update(to_json(look.survey));
  json["blobs"] = look.survey.blobs;
  json["blobs_missing"] = look.survey.blobs_missing;
  json["blobs_damaged"] = look.survey.blobs_damaged;
  json["verdicts_differing"] = differing.verdicts;
  json["complaints"] = look.survey.complaints;
  for (const std::string& one : differing.shown) json["complaints"].push_back(one);
  return json;
}

}  // namespace

int runs_verify(const RunsOptions& options, Out& out) {
  const Look look = look_at(options.run, {.blobs = true, .threads = options.threads});
  if (!look.trouble.empty()) throw Failure(Failure::Kind::unavailable, look.trouble);
  const Differing differing = differing_in(options);
  const std::vector<std::string> found = defects(look, differing);
  const Survey& survey = look.survey;
  if (options.json) {
    out.line("{}", pretty_json(json_of(look, differing, found)));
    return found.empty() ? 0 : 1;
  }
  for (const std::string& complaint : survey.complaints) out.line("{}", complaint);
  for (const std::string& one : differing.shown) out.line("{}", one);
  out.line("{} records, {} blobs and {} of {} trials are sound.", survey.records, survey.blobs,
           survey.over, survey.planned);
  if (survey.cut > 0)
    out.line("{} lines were cut short by a crash; they do not count.", survey.cut);
  if (look.state == "running") out.line("It is being written to now.");
  if (found.empty()) {
    out.line("The run is whole.");
    return 0;
  }
  out.line("The run is NOT whole: {}.", fmt::join(found, "; "));
  return 1;
}

}  // namespace redcode::app
