// `redcode runs list` and `redcode runs show`: what runs there are, and one of them more closely.
#include "base/failure.h"
#include "base/text.h"
#include "commands/runs.h"
#include "report/run_state.h"

namespace redcode::app {
namespace {

using report::RunState;
using report::size_text;
using report::word_of;

constexpr std::string_view row = "{:<16}  {:<24}  {:<10}  {:<24}  {:>15}  {:<10}  {:>10}  {}";

void tell_row(const RunState& state, const std::filesystem::path& folder, Out& out) {
  constexpr std::size_t minutes = 16;  // of "2026-01-02T03:04:05Z"
  const report::Survey& survey = state.survey;
  out.line(row, state.started.substr(0, minutes),
           one_line(state.run.lexically_relative(folder).string(), 60),
           word_of(state.manifest, "agent", 40), word_of(state.manifest, "model", 60),
           fmt::format("{}/{}", survey.over, survey.planned), state.state,
           size_text(report::disk_use(state.run)),
           state.trouble.empty() ? outcomes_in_short(survey, 3) : state.trouble);
}

void tell_counts(const report::Survey& survey, Out& out) {
  out.line("  over       {} of {} trials, {} to go", survey.over, survey.planned,
           survey.planned - survey.over);
  out.line("  outcomes   {}", outcomes_in_short(survey, record::all_outcomes));
  out.line("  retries    {}", survey.retried);
  for (const auto& [whose, times] : survey.faults)
    out.line("  faults     {} of the {}", times, whose);
  out.line("  lines      {} sound, {} cut short, {} changed, {} outside the plan, {} twice",
           survey.records, survey.cut, survey.changed, survey.foreign, survey.duplicates);
}

void tell_plan(const Json& manifest, Out& out) {
  out.line("  agent      {}, model {}, prompt mode {}", word_of(manifest, "agent", 60),
           word_of(manifest, "model", 100), word_of(manifest, "prompt_mode", 60));
  out.line("  engine     {}", word_of(manifest, "engine", 60));
  out.line("  plan       {} cases × {}", member_or<std::uint64_t>(manifest, "cases", 0),
           member_or<std::uint64_t>(manifest, "repeats", 0));
  const Json not_run = member_or(manifest, "not_run", Json::object());
  for (const auto& [why, cases] : not_run.items())
    out.line("  not run    {}: {}", one_line(why, 200), one_line(cases.dump(), 20));
}

void tell_disk(const std::filesystem::path& run, Out& out) {
  std::error_code error;
  const auto records = std::filesystem::file_size(run / "records.jsonl", error);
  out.line("  disk       {}: records {}, blobs {}", size_text(report::disk_use(run)),
           size_text(error ? 0 : records), size_text(report::disk_use(run / "blobs")));
}

}  // namespace

int runs_list(const RunsOptions& options, Out& out) {
  if (report::is_run(options.folder)) {
    throw Failure(Failure::Kind::unavailable,
                  fmt::format("{0} is itself a run: `redcode runs show {0}`, or give the folder "
                              "that it is in",
                              options.folder));
  }
  const std::vector<RunState> runs = report::runs_in(options.folder);
  if (options.json) {
    for (const RunState& state : runs) out.line("{}", dump_json(to_json(state)));
    return 0;
  }
  if (runs.empty()) {
    out.line("No runs in {}. `redcode run --out {}/first` makes one.", options.folder,
             options.folder);
    return 0;
  }
  out.line(row, "started (UTC)", "run", "agent", "model", "over/planned", "state", "size",
           "outcomes");
  for (const RunState& state : runs) tell_row(state, options.folder, out);
  return 0;
}

int runs_show(const RunsOptions& options, Out& out) {
  const RunState state = report::require_state(options.run);
  if (options.json) {
    Json json = to_json(state);
    json["manifest"] = state.manifest;
    out.line("{}", pretty_json(json));
    return 0;
  }
  const std::string run = one_line(options.run, 300);
  out.line("{}: {}", run, state.state);
  if (!state.started.empty()) out.line("  started    {}", state.started);
  tell_plan(state.manifest, out);
  tell_counts(state.survey, out);
  tell_disk(options.run, out);
  if (state.state == "broken off") out.line("`redcode runs resume {}` goes on with it.", run);
  if (state.state == "damaged") out.line("`redcode runs verify {}` tells what is wrong.", run);
  return 0;
}

}  // namespace redcode::app
