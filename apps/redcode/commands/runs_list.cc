// `redcode runs list` and `redcode runs show`: what runs there are, and one of them more closely.
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/failure.h"
#include "base/text.h"
#include "commands/runs.h"
#include "record/run_file.h"
#include "runs_look.h"

namespace redcode::app {
namespace {

std::string word_of(const Json& manifest, std::string_view key, std::size_t longest) {
  return one_line(member_or(manifest, key, std::string("?")), longest);
}

bool is_run(const std::filesystem::path& folder) {
  std::error_code error;
  return std::filesystem::exists(folder / "manifest.json", error);
}

// The run folders right below `folder`.
std::vector<std::filesystem::path> run_folders(const std::filesystem::path& folder,
                                               std::error_code& error) {
  std::vector<std::filesystem::path> found;
  for (const std::filesystem::path& path : record::entries_in(folder, error)) {
    if (is_run(path)) found.push_back(path);
  }
  return found;
}

// With those of further agents, which are in a run's own folder.
std::vector<Look> runs_in(const std::filesystem::path& folder) {
  std::error_code error;
  std::error_code none;
  std::vector<Look> runs;
  for (const std::filesystem::path& run : run_folders(folder, error)) {
    runs.push_back(look_at(run));
    for (const std::filesystem::path& further : run_folders(run / "agents", none))
      runs.push_back(look_at(further));
  }
  if (error) {
    throw Failure(Failure::Kind::unavailable,
                  fmt::format("cannot look into {}: {}; give the folder that holds run folders",
                              folder.string(), error.message()));
  }
  std::ranges::sort(runs, [](const Look& a, const Look& b) {
    return std::tie(a.started, a.run) < std::tie(b.started, b.run);
  });
  return runs;
}

Json json_of(const Look& look) {
  Json json{{"run", look.run.string()},
            {"state", look.state},
            {"started", look.started},
            {"agent", member_or(look.manifest, "agent", std::string())},
            {"model", member_or(look.manifest, "model", std::string())},
            {"bytes", disk_use(look.run)}};
  if (!look.trouble.empty()) json["trouble"] = look.trouble;
  json.update(to_json(look.survey));
  return json;
}

void tell_row(const Look& look, const std::filesystem::path& folder, Out& out) {
  constexpr std::size_t minutes = 16;  // of "2026-01-02T03:04:05Z"
  const Survey& survey = look.survey;
  out.line(
      "{:<16}  {:<24}  {:<10}  {:<24}  {:>15}  {:<10}  {:>10}  {}", look.started.substr(0, minutes),
      one_line(look.run.lexically_relative(folder).string(), 60),
      word_of(look.manifest, "agent", 40), word_of(look.manifest, "model", 60),
      fmt::format("{}/{}", survey.over, survey.planned), look.state, size_text(disk_use(look.run)),
      look.trouble.empty() ? outcomes_in_short(survey, 3) : look.trouble);
}

void tell_counts(const Survey& survey, Out& out) {
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
  out.line("  disk       {}: records {}, blobs {}", size_text(disk_use(run)),
           size_text(error ? 0 : records), size_text(disk_use(run / "blobs")));
}

}  // namespace

int runs_list(const RunsOptions& options, Out& out) {
  if (is_run(options.folder)) {
    throw Failure(Failure::Kind::unavailable,
                  fmt::format("{0} is itself a run: `redcode runs show {0}`, or give the folder "
                              "that it is in",
                              options.folder));
  }
  const std::vector<Look> runs = runs_in(options.folder);
  if (runs.empty() && !options.json) {
    out.line("No runs in {}. `redcode run --out {}/first` makes one.", options.folder,
             options.folder);
  }
  if (!runs.empty() && !options.json) {
    out.line("{:<16}  {:<24}  {:<10}  {:<24}  {:>15}  {:<10}  {:>10}  {}", "started (UTC)", "run",
             "agent", "model", "over/planned", "state", "size", "outcomes");
  }
  for (const Look& look : runs) {
    if (options.json) {
      out.line("{}", dump_json(json_of(look)));
    } else {
      tell_row(look, options.folder, out);
    }
  }
  return 0;
}

int runs_show(const RunsOptions& options, Out& out) {
  const Look look = look_at(options.run);
  if (!look.trouble.empty()) throw Failure(Failure::Kind::unavailable, look.trouble);
  if (options.json) {
    Json json = json_of(look);
    json["manifest"] = look.manifest;
    out.line("{}", pretty_json(json));
    return 0;
  }
  out.line("{}: {}", one_line(options.run, 300), look.state);
  if (!look.started.empty()) out.line("  started    {}", look.started);
  tell_plan(look.manifest, out);
  tell_counts(look.survey, out);
  tell_disk(options.run, out);
  if (look.state == "broken off")
    out.line("`redcode runs resume {}` goes on with it.", one_line(options.run, 300));
  if (look.state == "damaged")
    out.line("`redcode runs verify {}` tells what is wrong.", one_line(options.run, 300));
  return 0;
}

}  // namespace redcode::app
