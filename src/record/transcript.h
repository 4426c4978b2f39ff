// Transcript: what was said, in order. Agent words are hostile text: show them only through
// escape_terminal() or an HTML escape.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/json.h"

namespace redcode::record {

// `observation` is what a command printed, as shown to the model.
enum class Role { system, user, assistant, observation };

struct Message {
  Role role = Role::user;
  std::string text;
  bool operator==(const Message&) const = default;
};

using Transcript = std::vector<Message>;

// What a model charged for.
struct Usage {
  std::uint64_t input_tokens = 0;
  std::uint64_t output_tokens = 0;
  Usage& operator+=(const Usage& more) {
    input_tokens += more.input_tokens;
    output_tokens += more.output_tokens;
    return *this;
  }
  bool operator==(const Usage&) const = default;
};

std::string_view name(Role role);
Json to_json(const Transcript& transcript);
Result<Transcript> transcript_from_text(std::string_view json);

}  // namespace redcode::record
