// FirstSeen: which of the facts that are told in the end were there before each step of the
// aftermath, and so which step they came after.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "record/observation.h"

namespace redcode::evidence {

// The step after which the fact at `place` of a growing list came; `before`: how many there were
// before each step.
inline std::uint32_t step_of(const std::vector<std::size_t>& before, std::size_t place) {
  return static_cast<std::uint32_t>(std::ranges::upper_bound(before, place) - before.begin());
}

// For facts that are found by looking at how things are.
class FirstSeen {
 public:
  // How things were before the next step.
  void note(const std::vector<record::Fact>& facts) {
    for (const record::Fact& fact : facts) known_.try_emplace(key(fact), steps_);
    ++steps_;
  }
  // A fact of the end: as many steps as were begun when it was first seen.
  std::uint32_t step_of(const record::Fact& fact) const {
    const auto found = known_.find(key(fact));
    return found == known_.end() ? steps_ : found->second;
  }

 private:
  static std::string key(const record::Fact& fact) {
    return std::string(record::kind(fact)) + dump_json(record::fact_json(fact));
  }

  std::map<std::string, std::uint32_t> known_;
  std::uint32_t steps_ = 0;
};

}  // namespace redcode::evidence
