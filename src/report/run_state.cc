#include "report/run_state.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/failure.h"
#include "base/text.h"
#include "record/run_file.h"
#include "record/run_folder.h"
#include "record/run_lock.h"
#include "run/plan/stored_plan.h"

namespace redcode::report {
namespace {

namespace fs = std::filesystem;

std::string first_start(const record::RunReader& run) {
  Result<record::LineBlocks> blocks = run.record_blocks();
  std::optional<record::LineBlock> block = blocks ? blocks->next() : std::nullopt;
  std::string started;
  if (!block) return started;
  block->each([&started](std::uint64_t, std::string_view line) {
    if (!started.empty() || !record::checked_line(line)) return;
    if (const auto record = record::record_from_text(line)) started = record->started_at;
  });
  return started;
}

std::string word_for(const RunState& state) {
  if (record::being_written(state.run)) return "running";
  const bool damaged = !state.trouble.empty() || state.survey.changed > 0 ||
                       state.damaged_cases > 0 || !state.cases_as_promised;
  if (damaged) return "damaged";
  return state.survey.over == state.survey.planned ? "complete" : "broken off";
}

std::vector<fs::path> run_folders(const fs::path& folder, std::error_code& error) {
  std::vector<fs::path> found = record::entries_in(folder, error);
  std::erase_if(found, [](const fs::path& path) { return !is_run(path); });
  return found;
}

}  // namespace

RunState state_of(const fs::path& run, SurveyOptions how) {
  RunState state{.run = run};
  const record::RunReader reader(run);
  if (Result<Json> manifest = reader.manifest(); manifest && manifest->is_object())
    state.manifest = *std::move(manifest);
  if (const Result<plan::StoredPlan> stored = plan::stored_plan(run)) {
    state.damaged_cases = stored->damaged_cases;
    state.cases_as_promised = stored->as_promised;
    const Json command = member_or(stored->manifest, "command", Json::object());
    how.attempts = member_or(command, "attempts", how.attempts);
    state.survey = survey(run, stored->plan, how);
    state.started = one_line(first_start(reader), 40);
  } else {
    state.trouble = one_line(stored.error().text(), 300);
  }
  if (const auto judged = reader.last_judgement(); !judged)
    state.judgement = one_line(judged.error().text(), 300);
  state.state = word_for(state);
  return state;
}

RunState require_state(const fs::path& run, SurveyOptions how) {
  RunState state = state_of(run, how);
  if (!state.trouble.empty()) throw Failure(Failure::Kind::unavailable, state.trouble);
  return state;
}

bool is_run(const fs::path& folder) {
  std::error_code error;
  return fs::exists(folder / "manifest.json", error);
}

std::vector<RunState> runs_in(const fs::path& folder) {
  std::error_code error;
  std::error_code none;
  std::vector<RunState> runs;
  for (const fs::path& run : run_folders(folder, error)) {
    runs.push_back(state_of(run));
    for (const fs::path& further : run_folders(run / "agents", none))
      runs.push_back(state_of(further));
  }
  if (error) {
    throw Failure(Failure::Kind::unavailable,
                  fmt::format("cannot look into {}: {}; give the folder that holds run folders",
                              folder.string(), error.message()));
  }
  std::ranges::sort(runs, [](const RunState& a, const RunState& b) {
    return std::tie(a.started, a.run) < std::tie(b.started, b.run);
  });
  return runs;
}

std::vector<std::string> defects(const RunState& state, std::uint64_t differing) {
  const Survey& survey = state.survey;
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
  count(differing,
        "verdicts that are not what the evidence gives (`redcode judge --findings` judges anew)");
  count(state.damaged_cases, "damaged lines of cases.jsonl");
  if (!state.cases_as_promised)
    found.emplace_back("cases.jsonl has other cases than manifest.json speaks of");
  if (!state.judgement.empty()) found.push_back(state.judgement);
  return found;
}

std::string word_of(const Json& manifest, std::string_view key, std::size_t longest) {
  return one_line(member_or(manifest, key, std::string("?")), longest);
}

std::string outcomes_in_short(const Survey& survey, std::size_t most) {
  std::vector<std::pair<std::uint64_t, record::Outcome>> there;
  for (std::size_t i = 0; i < survey.outcomes.size(); ++i) {
    if (survey.outcomes.at(i) > 0)
      there.emplace_back(survey.outcomes.at(i), static_cast<record::Outcome>(i));
  }
  std::ranges::sort(there, std::greater());
  std::string text;
  for (std::size_t i = 0; i < std::min(most, there.size()); ++i)
    text += fmt::format("{}{} {}", i > 0 ? ", " : "", name(there[i].second), there[i].first);
  return there.size() > most ? text + ", …" : text;
}

std::string size_text(std::uint64_t bytes) {
  constexpr std::array<const char*, 5> units{"B", "KiB", "MiB", "GiB", "TiB"};
  auto value = static_cast<double>(bytes);
  std::size_t unit = 0;
  for (; value >= 1024 && unit + 1 < units.size(); ++unit) value /= 1024;
  return unit == 0 ? fmt::format("{} B", bytes) : fmt::format("{:.1f} {}", value, units.at(unit));
}

std::uint64_t disk_use(const fs::path& folder) {
  constexpr std::uint64_t block = 512;
  std::uint64_t bytes = 0;
  std::error_code error;
  auto entry = fs::recursive_directory_iterator(folder, error);
  for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    struct stat told{};
    if (lstat(entry->path().c_str(), &told) == 0)
      bytes += static_cast<std::uint64_t>(told.st_blocks) * block;
  }
  return bytes;
}

Json to_json(const Survey& survey) {
  Json outcomes = Json::object();
  for (std::size_t i = 0; i < survey.outcomes.size(); ++i) {
    if (survey.outcomes.at(i) > 0)
      outcomes[std::string(name(static_cast<record::Outcome>(i)))] = survey.outcomes.at(i);
  }
  return {{"planned", survey.planned}, {"over", survey.over},
          {"seen", survey.seen},       {"records", survey.records},
          {"cut", survey.cut},         {"changed", survey.changed},
          {"foreign", survey.foreign}, {"duplicates", survey.duplicates},
          {"retried", survey.retried}, {"outcomes", outcomes},
          {"faults", survey.faults}};
}

Json to_json(const RunState& state) {
  Json json{{"run", state.run.string()},
            {"state", state.state},
            {"started", state.started},
            {"agent", member_or(state.manifest, "agent", std::string())},
            {"model", member_or(state.manifest, "model", std::string())},
            {"bytes", disk_use(state.run)}};
  if (!state.trouble.empty()) json["trouble"] = state.trouble;
  json.update(to_json(state.survey));
  return json;
}

}  // namespace redcode::report
