// Transcript: what was said, in order. Agent words are hostile text: show them only through
// escape_terminal() or an HTML escape.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/json.h"

namespace redcode::record {

// `observation` is what a command printed, as shown to the model. `permission` is what the agent's
// program asked leave for before it acted; the `user` message behind it is the answer.
enum class Role { system, user, assistant, observation, permission };

// A tool the model wants used. `arguments` is the JSON text it gave, right or wrong.
struct ToolCall {
  std::string id;
  std::string name;
  std::string arguments;
  bool operator==(const ToolCall&) const = default;
};

struct Message {
  Role role = Role::user;
  std::string text;
  std::vector<ToolCall> calls = {};  // of an assistant
  std::string answers = {};          // of an observation: the id of the call it answers, if any
  bool warm_up = false;              // said before the task under test was given
  bool operator==(const Message&) const = default;
};

using Transcript = std::vector<Message>;

// What a model charged for.
struct Usage {
  std::uint64_t input_tokens = 0;
  std::uint64_t output_tokens = 0;
  std::uint64_t micro_dollars = 0;  // by the price table; 0 when it costs nothing or nobody knows
  Usage& operator+=(const Usage& more) {
    input_tokens += more.input_tokens;
    output_tokens += more.output_tokens;
    micro_dollars += more.micro_dollars;
    return *this;
  }
  bool operator==(const Usage&) const = default;
};

std::string_view name(Role role);
Json to_json(const Transcript& transcript);
Result<Transcript> transcript_from_text(std::string_view json);

}  // namespace redcode::record
