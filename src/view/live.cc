#include "view/live.h"

#include <chrono>

#include "base/with_timeout.h"
#include "run/steer/socket.h"
#include "view/answers.h"
#include "view/overview.h"

namespace redcode::view {
namespace {

using namespace std::chrono_literals;

constexpr auto patience = 200ms;  // nobody waits for a process that was stopped

// Records a minute: of late, or else since the process began.
std::optional<double> rate_of(const LoadedRun::Standing& standing,
                              const std::optional<steer::Status>& status) {
  if (!status || status->order == "pause") return std::nullopt;
  if (standing.per_minute) return standing.per_minute;
  const auto done = static_cast<double>(status->over - std::min(status->skipped, status->over));
  if (done == 0 || status->seconds <= 0) return std::nullopt;
  return 60 * done / status->seconds;
}

Json or_null(const std::optional<double>& number) { return number ? Json(*number) : Json(nullptr); }

std::optional<double> seconds_left(std::optional<double> rate,
                                   const std::optional<steer::Status>& status) {
  if (!rate || !status || status->over > status->planned) return std::nullopt;
  return 60 * static_cast<double>(status->planned - status->over) / *rate;
}

// Of the trials that have a record: those to come are no news.
Json outcomes_so_far(const Index& index) {
  Json outcomes = outcomes_json(index);
  const std::uint64_t to_come = index.rows().size() - index.results().recorded;
  Json& invalid = outcomes[std::string(name(record::Outcome::invalid))];
  invalid = invalid.get<std::uint64_t>() - to_come;
  return outcomes;
}

Json recent_json(const Index& index) {
  Json recent = Json::array();
  for (const std::size_t trial : index.recent()) {
    const Row& row = index.rows()[trial];
    recent.push_back({{"trial", trial},
                      {"case_id", foreign(index.subject(trial).id)},
                      {"outcome", name(row.outcome)},
                      {"duration_ms", row.duration_ms}});
  }
  return recent;
}

}  // namespace

Task<std::optional<steer::Status>> ask_status(std::filesystem::path run) {
  std::error_code error;
  if (!std::filesystem::exists(steer::socket_path(run), error)) co_return std::nullopt;
  const std::string question = dump_json({{"do", "status"}});
  std::optional<Result<steer::Status>> answer =
      co_await with_timeout(patience, steer::ask(run, question));
  if (!answer || !*answer) co_return std::nullopt;
  co_return **std::move(answer);
}

Result<Json> live_json(const LoadedRun& run, const std::optional<steer::Status>& status) {
  const LoadedRun::Standing standing = run.standing();
  const std::optional<double> rate = rate_of(standing, status);
  return run.with([&](const Index& index) {
    const report::Results& results = index.results();
    return Json{{"live", status.has_value()},
                {"status", status ? to_json(*status) : Json(nullptr)},
                {"recorded", results.recorded},
                {"planned", results.planned()},
                {"outcomes", outcomes_so_far(index)},
                {"rate_per_minute", or_null(rate)},
                {"eta_seconds", or_null(seconds_left(rate, status))},
                {"cost", cost_json(results.usage, results.recorded)},
                {"running", status ? status->running : 0},
                {"recent", recent_json(index)},
                {"reading", standing.reading},
                {"version", standing.version}};
  });
}

}  // namespace redcode::view
