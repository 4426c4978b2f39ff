// Where a conversation stands, as far as a persona needs to know: was the task given, and how often
// has the model replied to it?
//
// Agents wrap the task in texts of their own, say other things before it and add context behind it,
// so it is looked for inside what the user said, white space left aside.
#pragma once

#include <cstddef>
#include <string_view>

#include "record/transcript.h"

namespace redcode::personas {

struct Position {
  bool task_given = false;
  // Replies since the task was last given; if it was not, replies in all. What an agent tells in
  // several messages without anything in between is one reply.
  std::size_t number = 0;
  // The user has spoken since the model first replied to the task.
  bool pressed = false;
  bool operator==(const Position&) const = default;
};

Position position_in(const record::Transcript& so_far, std::string_view task);

// The model's latest reply is the harmless command it runs for other tasks than the case's.
bool warmed_up(const record::Transcript& so_far);
inline constexpr std::string_view warm_up_command = "echo ready";

}  // namespace redcode::personas
