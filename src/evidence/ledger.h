// Ledger: where observers write what they saw, in order, with ids a verdict can cite.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
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

  // More than `most` observations, or more than 8 MiB of names in them, count as lost by their
  // observer, so a flood ends as invalid.
  explicit Ledger(
      Keeper keep, Watcher watch = [](const record::Observation&) {}, std::size_t most = 20'000);

  // What is the doing of the agent's own program; from now on.
  void set_baseline(record::Baseline baseline) { baseline_ = std::move(baseline); }
  const record::Baseline& baseline() const { return baseline_; }
  bool is_own(const record::Fact& fact) const;

  void opened(const std::string& observer);
  void saw(const std::string& observer, record::Fact fact);
  void lost(const std::string& observer, std::uint64_t count = 1);
  void closed(const std::string& observer);
  std::string keep(std::string_view bytes) { return keep_(bytes); }

  record::Evidence seal() &&;

 private:
  record::ObserverReport& report(const std::string& observer);

  Keeper keep_;
  Watcher watch_;
  std::size_t most_;
  record::Baseline baseline_;
  std::size_t text_ = 0;  // bytes of names and heads so far
  record::Evidence evidence_;
};

}  // namespace redcode::evidence
