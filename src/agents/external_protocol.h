// The words between the harness and an agent of the user's own: one small protocol, the same JSON
// to a program and to an address (docs/your-own-agent.md).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>

#include "agents/agent.h"
#include "base/json.h"
#include "base/result.h"
#include "record/transcript.h"
#include "sandbox/sandbox.h"

namespace redcode::agents {

inline constexpr std::string_view own_protocol = "redcode/agent/1";
inline constexpr std::size_t longest_own_word = std::size_t{1} << 20U;  // bytes of JSON

// What the agent may say.
struct OwnSay {
  std::string text;
  bool operator==(const OwnSay&) const = default;
};
struct OwnRun {
  std::string language;
  std::string code;
  bool operator==(const OwnRun&) const = default;
};
struct OwnAsk {
  std::string text;
  bool operator==(const OwnAsk&) const = default;
};
struct OwnDone {
  std::string text;
  bool operator==(const OwnDone&) const = default;
};
// It ended by itself, and well.
struct OwnEnded {
  bool operator==(const OwnEnded&) const = default;
};
using OwnWord = std::variant<OwnSay, OwnRun, OwnAsk, record::Usage, OwnDone, OwnEnded>;

// Texts come out as valid UTF-8. Error: own-word, which says what is wrong with it.
Result<OwnWord> read_own_word(const Json& message);

// What it is told.
Json own_task(const std::string& task, const Assignment& assignment);
// What was printed, cut to `shown` bytes.
Json own_result(const sandbox::Ending& ending, std::size_t shown);
Json own_not_run(const std::string& why);
Json own_answer(std::string_view text);

}  // namespace redcode::agents
