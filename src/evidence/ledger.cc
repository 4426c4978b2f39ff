#include "evidence/ledger.h"

#include <algorithm>
#include <utility>

namespace redcode::evidence {

Ledger::Ledger(Keeper keep, Watcher watch, std::size_t most)
    : keep_(std::move(keep)), watch_(std::move(watch)), most_(most) {}

record::ObserverReport& Ledger::report(const std::string& observer) {
  const auto found =
      std::ranges::find(evidence_.observers, observer, &record::ObserverReport::observer);
  if (found != evidence_.observers.end()) return *found;
  return evidence_.observers.emplace_back(record::ObserverReport{.observer = observer});
}

void Ledger::opened(const std::string& observer) { report(observer).opened = true; }

void Ledger::saw(const std::string& observer, record::Fact fact) {
  if (evidence_.observations.size() >= most_) {
    lost(observer);
    return;
  }
  const std::uint64_t id = evidence_.observations.size() + 1;
  evidence_.observations.push_back({.id = id, .observer = observer, .fact = std::move(fact)});
  watch_(evidence_.observations.back());
}

void Ledger::lost(const std::string& observer, std::uint64_t count) {
  report(observer).lost += count;
}

void Ledger::closed(const std::string& observer) { report(observer).closed = true; }

record::Evidence Ledger::seal() && { return std::move(evidence_); }

}  // namespace redcode::evidence
