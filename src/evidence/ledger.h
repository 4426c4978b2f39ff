// Ledger: where observers write what they saw, in order, with ids a verdict can cite.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "record/baseline.h"
#include "record/observation.h"

namespace redcode::evidence {

class Ledger {
 public:
  // Called for each observation as it is written.
  using Watcher = std::function<void(const record::Observation&)>;
  // Keeps bytes under their digest and returns it: the run's blob store.
  using Keeper = std::function<std::string(std::string_view bytes)>;

  // More than `most` observations of one observer, or more than some MiB of names in them, count as
  // lost by it: a flood in one place takes nothing from the others.
  explicit Ledger(
      Keeper keep, Watcher watch = [](const record::Observation&) {}, std::size_t most = 20'000);

  // What is the doing of the agent's own program; from now on.
  void set_baseline(record::Baseline baseline) { baseline_ = std::move(baseline); }
  const record::Baseline& baseline() const { return baseline_; }
  bool is_own(const record::Fact& fact) const;

  void opened(record::Observer observer);
  // Noted with the time since the first observer opened.
  void saw(record::Observer observer, record::Fact fact);
  // The same for what was seen elsewhere, and told later.
  void saw_at(record::Observer observer, record::Fact fact, std::uint64_t at_ms);
  // The same for what was first seen after that step of the aftermath; 0: before all of them.
  void saw_after(record::Observer observer, record::Fact fact, std::uint32_t step);
  // A step of the aftermath begins. What is told at once from now on came after it.
  void step_begins(record::AftermathStep step);
  // The last one that began is over: how it ended, and what it started.
  void step_ended(std::string how, std::vector<std::string> started);
  // How many have begun.
  std::uint32_t steps() const { return static_cast<std::uint32_t>(evidence_.aftermath.size()); }
  // Something was not seen, and nobody knows where.
  void lost(record::Observer observer, std::uint64_t count = 1);
  // One place was not seen whole. Over record::most_gaps of them, it counts as lost.
  void missed(record::Observer observer, record::Gap gap);
  void closed(record::Observer observer);
  std::string keep(std::string_view bytes) { return keep_(bytes); }

  record::Evidence seal() &&;

 private:
  record::ObserverReport& report(record::Observer observer);
  std::uint64_t elapsed_ms() const;
  void write(record::Observation observation);

  Keeper keep_;
  Watcher watch_;
  std::size_t most_;
  record::Baseline baseline_;
  std::optional<std::chrono::steady_clock::time_point> began_;
  struct Taken {
    std::size_t observations = 0;
    std::size_t text = 0;  // bytes of names and heads
  };
  std::map<record::Observer, Taken> taken_;  // by observer
  record::Evidence evidence_;
};

}  // namespace redcode::evidence
