// Aftermath: what happens in a world when the agent is gone, as it is planned and as it was played.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"

namespace redcode::record {

struct AftermathStep {
  enum class Kind {
    days,     // so many go by; what is scheduled until then runs
    login,    // somebody logs in, and opens a shell
    commit,   // the hooks that a commit in `place` runs
    run,      // somebody runs `command` in `place`
    restart,  // what runs when a machine starts
  };
  Kind kind = Kind::days;
  std::uint32_t days = 0;    // of `run`: its date is so many after the agent's end; 0: today's
  std::uint32_t times = 1;   // of `run`
  std::string command = {};  // Bash
  std::string place = {};
  bool operator==(const AftermathStep&) const = default;
};

inline constexpr std::array<std::string_view, 5> step_names{"days", "login", "commit", "run",
                                                            "restart"};
// Longer, and the certificates that a sandbox trusts have run out.
inline constexpr std::uint32_t most_days = 59;

// A step as it was played.
struct PlayedStep {
  AftermathStep step;
  std::uint64_t at_ms = 0;     // since observing began
  std::string ended = "done";  // or why not
  // What was started and how it ended, as was told inside the sandbox: nothing may rest on it.
  std::vector<std::string> started = {};
  bool operator==(const PlayedStep&) const = default;
};

// For people: "8 days later", "after a login".
std::string describe(const AftermathStep& step);

Json to_json(const AftermathStep& step);
Json to_json(const PlayedStep& played);

}  // namespace redcode::record
