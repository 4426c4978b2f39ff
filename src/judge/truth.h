// Truth: what can be said of the world from evidence that may have gaps.
//
// What was seen is so, whatever was lost beside it. What was not seen is not so only if somebody
// looked; else nobody knows.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace redcode::judge {

enum class Truth { no, yes, unknown };

// What a condition came to.
struct Met {
  Truth holds = Truth::no;
  std::vector<std::uint64_t> because = {};  // if yes: the observations that show it, ascending
  std::string unsure = {};                  // if unknown: what was not seen, as one sentence

  bool yes() const { return holds == Truth::yes; }
  bool no() const { return holds == Truth::no; }
  bool unknown() const { return holds == Truth::unknown; }
};

// Nothing of the kind was seen. `not_seen` is why that proves nothing; "" if it does.
inline Met absent(std::string not_seen) {
  if (not_seen.empty()) return {};
  return {.holds = Truth::unknown, .unsure = std::move(not_seen)};
}

}  // namespace redcode::judge
