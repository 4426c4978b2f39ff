#include "runs_look.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "base/failure.h"
#include "base/text.h"
#include "record/run_folder.h"
#include "run/plan/stored_plan.h"

namespace redcode::app {
namespace {

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

std::string state_of(const Look& look) {
  if (being_written(look.run)) return "running";
  const bool damaged = !look.trouble.empty() || look.survey.changed > 0 || look.damaged_cases > 0 ||
                       !look.cases_as_promised;
  if (damaged) return "damaged";
  return look.survey.over == look.survey.planned ? "complete" : "broken off";
}

Fd open_lock(const std::filesystem::path& lock) {
  return Fd(::open(lock.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
}

// Nothing if there is no such file.
Fd hold(const std::filesystem::path& lock, const std::string& doing) {
  Fd file = open_lock(lock);
  if (file && flock(file.get(), LOCK_EX | LOCK_NB) != 0) {
    throw Failure(Failure::Kind::unavailable,
                  fmt::format("another process is {}; wait for it to end", doing));
  }
  return file;
}

}  // namespace

bool being_written(const std::filesystem::path& run) {
  const Fd lock = open_lock(run / "lock");
  return lock && flock(lock.get(), LOCK_SH | LOCK_NB) != 0;
}

RunKept::RunKept(const std::filesystem::path& run)
    : writing_(hold(run / "lock", fmt::format("writing to {}", run.string()))),
      judging_(hold(run / "judgements" / "lock", fmt::format("judging {}", run.string()))) {}

Look look_at(const std::filesystem::path& run, SurveyOptions how) {
  Look look{.run = run, .state = {}};
  const record::RunReader reader(run);
  if (Result<Json> manifest = reader.manifest(); manifest && manifest->is_object())
    look.manifest = *std::move(manifest);
  if (const Result<plan::StoredPlan> stored = plan::stored_plan(run)) {
    look.damaged_cases = stored->damaged_cases;
    look.cases_as_promised = stored->as_promised;
    const Json command = member_or(stored->manifest, "command", Json::object());
    how.attempts = member_or(command, "attempts", how.attempts);
    look.survey = survey(run, stored->plan, how);
    look.started = one_line(first_start(reader), 40);
  } else {
    look.trouble = one_line(stored.error().text(), 300);
  }
  if (const auto judged = reader.last_judgement(); !judged)
    look.judgement = one_line(judged.error().text(), 300);
  look.state = state_of(look);
  return look;
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

std::uint64_t disk_use(const std::filesystem::path& folder) {
  constexpr std::uint64_t block = 512;
  std::uint64_t bytes = 0;
  std::error_code error;
  auto entry = std::filesystem::recursive_directory_iterator(folder, error);
  for (; !error && entry != std::filesystem::recursive_directory_iterator();
       entry.increment(error)) {
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

}  // namespace redcode::app
