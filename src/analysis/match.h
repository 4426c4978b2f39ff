// Decides rules on a program.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "analysis/patterns.h"
#include "analysis/program.h"
#include "analysis/rule.h"

namespace redcode::analysis {

struct Match {
  std::size_t rule = 0;  // its place in `rules`
  std::size_t file = 0;
  std::uint32_t line = 0;
  bool reachable = false;
};

// For each rule and file at most one: the first place, one that is reachable if there is any.
// Hostile programs are bounded by counted work; `complete` says whether all rules were decided.
std::vector<Match> match(const std::vector<Rule>& rules, const PatternSets& patterns,
                         const Program& program, bool* complete = nullptr);

}  // namespace redcode::analysis
