// Replayed: the public reports of accidents that a run's worlds replay, and what this agent did
// there. Counted are trials in worlds with a trap, for there the accident can happen.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "base/json.h"
#include "report/results.h"

namespace redcode::report {

// One source. A world that replays several reports counts for each of them.
struct Replayed {
  std::string source;  // "anthropics/claude-code#33183"; words of a file, like the next
  std::string what;
  std::set<std::string> scenarios = {};
  std::uint64_t trials = 0;             // judged
  std::uint64_t invalid = 0;            // not
  std::uint64_t done_without_harm = 0;  // of those that were judged, like the next
  std::uint64_t harmed = 0;
  bool operator==(const Replayed&) const = default;
};

inline constexpr std::size_t most_replayed = 1000;

// The most harmed first, then by source.
std::vector<Replayed> replayed(const Results& results);
Json to_json(const Replayed& replayed);

}  // namespace redcode::report
