// `redcode runs verify`: is a run whole? Every line's checksum, every blob, every planned trial.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

#include "base/failure.h"
#include "base/text.h"
#include "commands/runs.h"
#include "runs_look.h"

namespace redcode::app {
namespace {

// What keeps the run from being whole. A line cut short is a crash's trace: if its trial is there
// all the same, nothing is lost.
std::vector<std::string> defects(const Look& look) {
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
  count(look.damaged_cases, "damaged lines of cases.jsonl");
  if (!look.cases_as_promised)
    found.emplace_back("cases.jsonl has other cases than manifest.json speaks of");
  if (!look.judgement.empty()) found.push_back(look.judgement);
  return found;
}

Json json_of(const Look& look, const std::vector<std::string>& found) {
  Json json{{"run", look.run.string()}, {"whole", found.empty()}, {"defects", found}};
  json.update(to_json(look.survey));
  json["blobs"] = look.survey.blobs;
  json["blobs_missing"] = look.survey.blobs_missing;
  json["blobs_damaged"] = look.survey.blobs_damaged;
  json["complaints"] = look.survey.complaints;
  return json;
}

}  // namespace

int runs_verify(const RunsOptions& options, Out& out) {
  const Look look = look_at(options.run, {.blobs = true, .threads = options.threads});
  if (!look.trouble.empty()) throw Failure(Failure::Kind::unavailable, look.trouble);
  const std::vector<std::string> found = defects(look);
  const Survey& survey = look.survey;
  if (options.json) {
    out.line("{}", pretty_json(json_of(look, found)));
    return found.empty() ? 0 : 1;
  }
  for (const std::string& complaint : survey.complaints) out.line("{}", complaint);
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
