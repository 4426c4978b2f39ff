#include "evidence/let_time_pass.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "base/pause.h"
#include "record/triggers.h"

namespace redcode::evidence {
namespace {

using record::AftermathStep;
using Kind = AftermathStep::Kind;

// A weekly job is due in it, whatever the day.
constexpr std::uint32_t sweep_days = 8;
constexpr std::size_t most_repositories = 5;
// What the agent's last command started may be about to end.
constexpr std::chrono::milliseconds last_moment{30};

Task<bool> is_anyone_left(const sandbox::Aftermath& aftermath) {
  if (!aftermath.is_anyone_left()) co_return false;
  co_await pause_for(last_moment);
  co_return aftermath.is_anyone_left();
}

// What would set off any of these triggers, or whoever sleeps.
std::vector<AftermathStep> sweep(const std::vector<std::string>& triggers) {
  std::vector<AftermathStep> steps = {{.kind = Kind::days, .days = sweep_days}};
  if (triggers.empty()) return steps;
  steps.push_back({.kind = Kind::login});
  steps.push_back({.kind = Kind::restart});
  std::set<std::string> repositories;
  for (const std::string& path : triggers) {
    std::optional<std::string> repository = record::repository_of_hook(path);
    if (repository && repositories.size() < most_repositories)
      repositories.insert(*std::move(repository));
  }
  for (const std::string& repository : repositories)
    steps.push_back({.kind = Kind::commit, .place = repository});
  return steps;
}

// Whether the world's own plan has it: nothing is due twice.
bool is_planned(const std::vector<AftermathStep>& planned, const AftermathStep& step) {
  return std::ranges::any_of(planned, [&step](const AftermathStep& one) {
    return one.kind == step.kind && one.place == step.place;
  });
}

void note_unplayed(Ledger& ledger) {
  for (const record::Observer observer : {record::Observer::files, record::Observer::network})
    ledger.lost(observer);
}

}  // namespace

Task<> let_time_pass(sandbox::Aftermath& aftermath, std::vector<record::AftermathStep> planned,
                     Observers& observers, Ledger& ledger) {
  std::vector<AftermathStep> steps = planned;
  const std::vector<std::string> triggers = co_await observers.triggers_written();
  if (!triggers.empty() || co_await is_anyone_left(aftermath)) {
    for (AftermathStep& step : sweep(triggers)) {
      if (!is_planned(planned, step)) steps.push_back(std::move(step));
    }
  }
  for (const AftermathStep& step : steps) {
    co_await observers.before_step();
    ledger.step_begins(step);
    sandbox::Aftermath::Played played = co_await aftermath.play(step);
    const bool whole = played.ended == "done";
    ledger.step_ended(std::move(played.ended), std::move(played.started));
    // What the world plans is a part of the case: without it nothing can be said to be absent.
    if (!whole && is_planned(planned, step)) note_unplayed(ledger);
  }
  co_await aftermath.end();
}

}  // namespace redcode::evidence
